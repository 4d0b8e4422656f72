import type { PersonalData } from '../../kernel/personal-data.ts';

export const courseFileData: readonly PersonalData[] = [
  { tables: ['media', 'documents', 'hero_images'], reason: 'They belong to the organisation. Who uploaded their files is recorded with the files.' },
];
