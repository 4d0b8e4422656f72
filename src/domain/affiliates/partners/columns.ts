import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { person } from '../../kernel/person.ts';
import type { Rate } from '../program/rate.ts';

export type AffiliateStatus = Shape<'AffiliateStatus'>;

export const affiliatesOf = (db: Executor, organisationId: string) => db.selectFrom('affiliates').where('affiliates.organisation_id', '=', organisationId);

/** Selects affiliates as staff see them. */
export const selectAffiliate = (db: Executor, organisationId: string) =>
  affiliatesOf(db, organisationId)
    .leftJoin('users', 'users.id', 'affiliates.user_id')
    .innerJoin('affiliate_invites as invites', (join) =>
      join.onRef('invites.organisation_id', '=', 'affiliates.organisation_id').onRef('invites.id', '=', 'affiliates.joined_via'),
    )
    .select(['affiliates.id', 'affiliates.reason', 'affiliates.terms_version', 'affiliates.created_at', 'affiliates.decided_at'])
    .select([
      sql<AffiliateStatus>`affiliates.status`.as('status'),
      sql<Shape<'Person'> | null>`case when users.id is not null then ${person} end`.as('user'),
      sql<Rate | null>`affiliates.rate`.as('rate'),
      sql<Shape<'AffiliateInviteName'>>`json_build_object('id', invites.id, 'code', invites.code, 'label', invites.label)`.as('joined_via'),
    ]);
