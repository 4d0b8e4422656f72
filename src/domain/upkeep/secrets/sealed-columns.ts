import { affiliateSealed } from '../../affiliates/partners/sealed-columns.ts';
import { referralSealed } from '../../affiliates/referrals/sealed-columns.ts';
import { badgeSealed } from '../../attendance/badges/sealed-columns.ts';
import { faceSealed } from '../../attendance/faces/sealed-columns.ts';
import { pinSealed } from '../../attendance/meetings/sealed-columns.ts';
import { certificateSealed } from '../../certificates/credentials/sealed-columns.ts';
import { accountSealed } from '../../identity/accounts/sealed-columns.ts';
import { idempotencySealed } from '../../kernel/idempotency/sealed-columns.ts';
import type { SealedColumn } from '../../kernel/sealed-columns.ts';
import { webhookSealed } from '../../messages/webhooks/sealed-columns.ts';
import { rosterSealed } from '../../transfer/roster-imports/sealed-columns.ts';

/** Every column whose values are sealed by the keyring, from the areas that own them. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...accountSealed,
  ...certificateSealed,
  ...webhookSealed,
  ...idempotencySealed,
  ...badgeSealed,
  ...faceSealed,
  ...pinSealed,
  ...rosterSealed,
  ...affiliateSealed,
  ...referralSealed,
];
