import { sql } from 'kysely';
import { eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';
import { person } from '../../kernel/person.ts';

interface MemberKey {
  organisationId: string;
  userId: string;
}

const memberFact = ({ organisationId, userId }: MemberKey): Fact<'member.joined'> => ({
  userId,
  data: { user: person, role: sql`memberships.role` },
  from: sql`from memberships join users on users.id = memberships.user_id
    where memberships.organisation_id = ${organisationId} and memberships.user_id = ${userId}`,
});

export const publishEvent = eventPublisher({ 'member.joined': memberFact });
