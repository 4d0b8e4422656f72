import { ofUsers, type PersonalData } from '../personal-data.ts';

/** Copies of responses, which are deleted after a day. Their content is exported from where it is stored. */
export const idempotencyData: readonly PersonalData[] = [{ tables: ['user_idempotency_keys'], erase: ofUsers('user_idempotency_keys') }];
