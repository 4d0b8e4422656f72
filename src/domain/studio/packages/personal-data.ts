import type { PersonalData } from '../../kernel/personal-data.ts';

export const packageData: readonly PersonalData[] = [
  { tables: ['packages', 'package_files'], reason: 'These belong to the organisation, and do not name anybody.' },
];
