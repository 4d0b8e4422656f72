import type { Tools } from '../../src/domain/kernel/tools.ts';

const DEFAULT: Tools['retention'] = { auditDays: null, webhookEventDays: 30, failedJobDays: 90, exportDays: 7, sheetPhotoDays: 180, aiExchangeDays: 365 };

/** For how long an operator keeps things who has changed only these settings. */
export const retentionOf = (changed: Partial<Tools['retention']>): Tools['retention'] => ({ ...DEFAULT, ...changed });
