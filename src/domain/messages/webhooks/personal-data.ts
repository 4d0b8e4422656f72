import type { PersonalData } from '../../kernel/personal-data.ts';

export const deliveryData: readonly PersonalData[] = [
  { tables: ['webhook_deliveries', 'webhook_attempts'], reason: 'These record when an event was sent, and are deleted with the event.' },
];
