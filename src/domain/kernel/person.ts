import { type RawBuilder, sql } from 'kysely';
import type { Shape } from './contract.ts';

/** A row of `users` as shown to other members of the organisation. */
export const person: RawBuilder<Shape<'Person'>> =
  sql`json_build_object('id', users.id, 'name', users.name, 'email', users.email, 'email_verified', users.email_verified_at is not null)`;
