import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { deleteObjects } from '../../files/objects.ts';
import { systemActor } from '../../kernel/caller.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { recordDeletions } from '../../kernel/retention/record-deletions.ts';
import type { Tools } from '../../kernel/tools.ts';
import { isAnsweredBy, isKept } from './answered.ts';
import { recordWeighed, weighReports } from './reports.ts';
import { holdRules } from './settings.ts';
import { lockTopics, visibleAnswer } from './states.ts';

/**
 * Tidies a topic after posts or reports were erased, or an answer was deleted: weighs the reports, deletes the posts of erased authors that nobody answers any
 * more, recounts the visible posts, ends the acceptance of an erased answer, and deletes the files of erased authors. Running it again changes nothing.
 */
export async function tidyTopic(
  { db, clock }: Pick<Tools<Database>, 'db' | 'clock'>,
  { organisation_id, topic_id }: Jobs['tidy_discussion_topic'],
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const topic = await trx
      .selectFrom('discussion_topics')
      .select('course_id')
      .where('organisation_id', '=', organisation_id)
      .where('id', '=', topic_id)
      .executeTakeFirst();
    if (!topic) return;
    const rules = await holdRules(trx, organisation_id, topic.course_id);
    await lockTopics(trx, organisation_id, [topic_id]);
    const isInTopic = sql`p.organisation_id = ${organisation_id}::uuid and p.topic_id = ${topic_id}::uuid`;
    const weighed = await weighReports(trx, { organisationId: organisation_id, now: timeOf(clock) }, rules, isInTopic);
    await recordWeighed(trx, systemActor(organisation_id), weighed);
    const { rows: gone } = await sql<{ organisation_id: string }>`with gone as (
        update discussion_posts p set state = 'deleted', hidden_by = null, hidden_reason = null, body = '', excerpt = '', words = '{}'
        where ${isInTopic} and ${isKept} and not ${isAnsweredBy(sql`answer.author_id is not null`)} returning p.organisation_id, p.id
      ), forgotten as (
        delete from discussion_edits e using gone where e.organisation_id = gone.organisation_id and e.post_id = gone.id
      ), untitled as (
        update discussion_topics t set title = '-' from gone where t.organisation_id = gone.organisation_id and t.id = gone.id
      ) select organisation_id from gone`.execute(trx);
    await recordDeletions(trx, 'discussion_posts', gone);
    await sql`update discussion_posts p set live_descendants = coalesce(below.count, 0)
      from discussion_posts q left join (select above.id, count(*)::int as count from discussion_posts p cross join unnest(p.ancestors) above (id)
        where ${isInTopic} and p.state = 'visible' group by above.id) below on below.id = q.id
      where ${isInTopic} and q.organisation_id = p.organisation_id and q.id = p.id and p.live_descendants <> coalesce(below.count, 0)`.execute(trx);
    await sql`update discussion_topics t set reply_count = replies.count, last_number = replies.last_number,
        last_activity_at = coalesce(replies.last_activity_at, t.created_at), accepted_reply_id = ${visibleAnswer}
      from (select count(*) filter (where p.number > 0)::int as count, coalesce(max(p.number), 0) as last_number,
          max(p.published_at) as last_activity_at from discussion_posts p where ${isInTopic} and p.state = 'visible') replies
      where t.organisation_id = ${organisation_id}::uuid and t.id = ${topic_id}::uuid`.execute(trx);
    // Files that staff attached to a remaining post belong to staff.
    const { rows } = await sql<{ object_id: string }>`delete from discussion_files f using discussion_posts p, storage_objects o
      where ${isInTopic} and f.organisation_id = p.organisation_id and f.post_id = p.id and p.author_id is null
        and o.organisation_id = f.organisation_id and o.id = f.object_id and (p.body = '' or o.uploaded_by is null)
      returning f.object_id`.execute(trx);
    await deleteObjects(
      trx,
      organisation_id,
      rows.map(({ object_id }) => object_id),
    );
  });
}
