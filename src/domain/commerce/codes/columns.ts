import { type RawBuilder, sql } from 'kysely';
import { codeKey } from '../../kernel/code-key.ts';
import type { Shape } from '../../kernel/contract.ts';

/** Returns the form in which access codes are compared, without the hyphens and spaces that people may type. */
export const accessCodeKey = (text: string): string => codeKey(text).replaceAll(/[\s-]/g, '');

/** Returns the status of an access code, the first of these that applies. For queries that read `access_codes`. */
export const accessCodeStatus = (now: string): RawBuilder<Shape<'AccessCodeStatus'>> => sql`case
  when access_codes.revoked_at is not null then 'revoked'
  when access_codes.uses >= access_codes.max_uses then 'used_up'
  when access_codes.expires_at <= ${now} then 'expired'
  else 'active' end`;
