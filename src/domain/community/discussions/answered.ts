import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { addJob } from '../../kernel/jobs.ts';

/**
 * Whether others need the post `p`, as an SQL condition: it was not deleted, and some visible post below it, `answer`, is by one of these authors. A post
 * that was itself kept of an erased author needs no earlier post, so `authors` must leave out those without an author.
 */
export const isAnsweredBy = (authors: RawBuilder<boolean>): RawBuilder<boolean> => {
  const answers = sql`select from discussion_posts answer where answer.organisation_id = p.organisation_id and answer.state = 'visible' and ${authors}`;
  return sql`(p.state <> 'deleted' and case when p.number = 0 then exists (${answers} and answer.topic_id = p.topic_id and answer.number > 0)
    else exists (${answers} and answer.root_id = coalesce(p.root_id, p.id) and p.id = any(answer.ancestors)) end)`;
};

/** Whether a post `p` was kept although its author was erased. */
export const isKept: RawBuilder<boolean> = sql`(p.author_id is null and p.body <> '')`;

/** After the deletion of an answer, queues the deletion of posts that were kept only for it. */
export const tidyUnanswered = (trx: Executor, organisationId: string, topicId: string): Promise<unknown> =>
  sql`select ${addJob('tidy_discussion_topic', { organisation_id: sql`${organisationId}::uuid`, topic_id: sql`${topicId}::uuid` })} where exists (
    select from discussion_posts p where p.organisation_id = ${organisationId}::uuid and p.topic_id = ${topicId}::uuid and ${isKept})`.execute(trx);
