import type { PersonalData } from '../../kernel/personal-data.ts';

export const planData: readonly PersonalData[] = [
  { tables: ['catalogue_plans', 'catalogue_plan_versions', 'catalogue_plan_courses'], reason: 'Plans belong to the organisation.' },
];
