import { sql } from 'kysely';
import { eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';
import { person } from '../../kernel/person.ts';

interface AffiliateKey {
  organisationId: string;
  affiliateId: string;
  /** Null if their account was deleted. */
  userId: string | null;
}

type AffiliateEvent = 'affiliate.joined' | 'affiliate.approved' | 'affiliate.suspended';

const affiliateFact = <Type extends AffiliateEvent>({ organisationId, affiliateId, userId }: AffiliateKey): Fact<Type> => ({
  userId,
  data: {
    affiliate_id: sql`affiliates.id`,
    user: sql`case when users.id is not null then ${person} end`,
    status: sql`affiliates.status`,
    joined_via: sql`invites.code`,
  } as unknown as Fact<Type>['data'],
  from: sql`from affiliates left join users on users.id = affiliates.user_id
    join affiliate_invites invites on invites.organisation_id = affiliates.organisation_id and invites.id = affiliates.joined_via
    where affiliates.organisation_id = ${organisationId} and affiliates.id = ${affiliateId}`,
});

export const publishEvent = eventPublisher({
  'affiliate.joined': affiliateFact<'affiliate.joined'>,
  'affiliate.approved': affiliateFact<'affiliate.approved'>,
  'affiliate.suspended': affiliateFact<'affiliate.suspended'>,
});
