import type { PersonalData } from '../../kernel/personal-data.ts';

export const courseFileData: readonly PersonalData[] = [
  { tables: ['media', 'documents', 'hero_images'], reason: 'These belong to the organisation. The uploader of each file is recorded with the file.' },
];
