import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database, Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { deleteInBatches } from '../../kernel/retention/batches.ts';
import type { Role } from '../../kernel/role.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type ListedPost, listedPost, readable } from './rows.ts';
import { hasEntered, known, selectTopics } from './topics.ts';
import { openLessons, type Visit, visitAt } from './visit.ts';

const KEPT_DAYS = 7;
const MOST_IN_DIGEST = 200;

/**
 * Collects the people whom a post concerns for the next digest: those whom it mentions, those who follow its topic and, if it is an announcement, the learners
 * of the course. For a changed post, these are only the people whom it has not mentioned before. Whether they may read it is decided when the digest is sent.
 */
export async function collectNotices(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisation_id, post_id, mentioned_ids }: Jobs['collect_discussion_notices'],
): Promise<void> {
  if (mentioned_ids) {
    await sql`
      insert into discussion_notices as n (organisation_id, user_id, post_id, kind, created_at)
      select p.organisation_id, m.user_id, p.id, 'added_mention', ${timeOf(clock)}::timestamptz
      from discussion_posts p join discussion_mentions m on m.organisation_id = p.organisation_id and m.post_id = p.id
      where p.organisation_id = ${organisation_id}::uuid and p.id = ${post_id}::uuid and m.user_id = any(${mentioned_ids}::uuid[])
        and m.user_id is distinct from p.author_id
      order by m.user_id
      on conflict (organisation_id, user_id, post_id) do update set kind = excluded.kind, created_at = excluded.created_at, digest_id = null
        where n.kind in ('reply', 'announcement')`.execute(db);
    return;
  }
  await sql`
    insert into discussion_notices (organisation_id, user_id, post_id, kind, created_at)
    select distinct on (concerned.user_id) p.organisation_id, concerned.user_id, p.id, concerned.kind, ${timeOf(clock)}::timestamptz
    from discussion_posts p
    join discussion_topics t on t.organisation_id = p.organisation_id and t.id = p.topic_id
    cross join lateral (
      select m.user_id, 'mention' as kind, 1 as place from discussion_mentions m where m.organisation_id = p.organisation_id and m.post_id = p.id
      union all
      select r.user_id, 'reply', 2 from discussion_readers r where r.organisation_id = p.organisation_id and r.topic_id = p.topic_id and r.is_following
        and p.number > 0
      union all
      select e.user_id, 'announcement', 3 from enrollments e where e.organisation_id = p.organisation_id and e.course_id = p.course_id
        and p.number = 0 and t.kind = 'announcement' and e.source <> 'preview' and e.revoked_at is null
    ) concerned
    where p.organisation_id = ${organisation_id}::uuid and p.id = ${post_id}::uuid and p.state = 'visible' and concerned.user_id is distinct from p.author_id
    order by concerned.user_id, concerned.place
    on conflict do nothing`.execute(db);
}

export interface Digest {
  organisation_id: string;
  user_id: string;
  digest_id: string;
}

/** Assigns waiting notices to digests, one for each user and organisation, up to this number of digests. */
export async function assignDigests(trx: Executor, most: number): Promise<Digest[]> {
  const { rows } = await sql<Digest>`
    with waiting as (select distinct organisation_id, user_id from discussion_notices where digest_id is null order by organisation_id, user_id limit ${most}),
    made as materialized (select organisation_id, user_id, gen_random_uuid() as digest_id from waiting),
    assigned as (
      update discussion_notices n set digest_id = made.digest_id from made
      where n.organisation_id = made.organisation_id and n.user_id = made.user_id and n.digest_id is null
      returning n.organisation_id, n.user_id, n.digest_id
    ) select distinct organisation_id, user_id, digest_id from assigned`.execute(trx);
  return rows;
}

/** A post in a digest. */
export interface DigestItem {
  course: { title: string; slug: string };
  /** Null if only a placeholder of the topic is left. */
  title: string | null;
  author: ListedPost['author'];
  /** The number of the pseudonym under which the reader knows the author, or null. */
  alias: number | null;
  excerpt: string;
}

/** Returns the posts of a digest that its user may still read and has not read, or read before they mentioned the user, oldest first. */
export async function readDigest(db: Executor, { organisation_id, user_id, digest_id }: Digest, now: string): Promise<DigestItem[]> {
  type Found = { course_id: string; role: Role | null; post_ids: string[]; mention_ids: string[] };
  const { rows } = await sql<Found>`select p.course_id, m.role, array_agg(p.id order by p.id) as post_ids,
      coalesce(array_agg(p.id) filter (where n.kind = 'added_mention'), '{}') as mention_ids
    from (select * from discussion_notices n where n.organisation_id = ${organisation_id}::uuid and n.digest_id = ${digest_id}::uuid
      and n.user_id = ${user_id}::uuid order by n.created_at limit ${MOST_IN_DIGEST}) n
    join discussion_posts p on p.organisation_id = n.organisation_id and p.id = n.post_id
    left join memberships m on m.organisation_id = n.organisation_id and m.user_id = n.user_id
    group by p.course_id, m.role order by p.course_id`.execute(db);
  const items: DigestItem[] = [];
  for (const { course_id, role, post_ids, mention_ids } of rows) {
    const who: Caller = { organisationId: organisation_id, actorType: 'user', actorId: user_id, role, requestId: '', ip: null };
    const visit = await visitAt(db, who, { courseId: course_id }, now).catch(unlessRefused);
    if (visit) items.push(...(await readItems(db, visit, post_ids, mention_ids)));
  }
  return items;
}

/** Returns null if the user may no longer read the discussions of the course. */
function unlessRefused(error: unknown): null {
  if (error instanceof DomainError) return null;
  throw error;
}

async function readItems(db: Executor, visit: Visit, postIds: readonly string[], mentionIds: readonly string[]): Promise<DigestItem[]> {
  const lessons = await openLessons(db, visit);
  const rows = await selectTopics(db, visit)
    .innerJoin('discussion_posts as p', (join) =>
      join.onRef('p.organisation_id', '=', 'discussion_topics.organisation_id').onRef('p.topic_id', '=', 'discussion_topics.id'),
    )
    .where(known(visit, lessons))
    .where(sql<boolean>`p.id = any(${[...postIds]}::uuid[]) and p.state = 'visible' and (p.number = 0 or ${hasEntered(visit)})
      and (p.number > coalesce(discussion_readers.read_number, -1) or p.id = any(${[...mentionIds]}::uuid[])) and p.author_id is distinct from ${visit.userId}::uuid`)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .select(sql<string | null>`case when ${readable(visit, 'discussion_posts')} then discussion_topics.title end`.as('title'))
    .select(['p.alias', listedPost(visit, 'p').as('post')])
    .execute();
  const { title, slug } = visit.access.course.card;
  return rows.map((row) => ({
    course: { title, slug },
    title: row.title,
    author: row.post.author,
    alias: row.post.author.id === null ? row.alias : null,
    excerpt: row.post.excerpt,
  }));
}

/** Deletes notices that are no longer needed. */
export const forgetNotices = ({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> =>
  deleteInBatches(db, 'discussion_notices', sql`created_at < ${timeOf(clock)}::timestamptz - make_interval(days => ${KEPT_DAYS})`, { isRecorded: true });
