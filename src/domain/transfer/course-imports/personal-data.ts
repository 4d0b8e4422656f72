import type { PersonalData } from '../../kernel/personal-data.ts';

export const courseImportData: readonly PersonalData[] = [
  {
    tables: ['course_imports'],
    reason: 'A course that was imported belongs to the organisation, and nobody is named in it. The uploaded file is listed among the uploads of its owner.',
  },
];
