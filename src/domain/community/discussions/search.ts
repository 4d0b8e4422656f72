import { type RawBuilder, sql } from 'kysely';
import { wantedWords } from './words.ts';

/** Maximum number of a course's posts with a word that still counts as rare. */
const MOST_RARE = 2000;

/** Returns the form in which the index stores a word of a text in this course. */
export const storedWord = (courseId: string, word: string): string => `${courseId.toLowerCase().slice(-12)}${word}`;

/**
 * Returns the condition that a post has all words of a search. A search without words finds nothing.
 * @param isByIndex whether PostgreSQL may use the word index, which reads every post with the words
 */
export function withWords(post: string, courseId: string, search: string, isByIndex = true): RawBuilder<boolean> {
  const words = wantedWords(search);
  if (words.length === 0) return sql`false`;
  const column = sql.ref(`${post}.words`);
  return sql`(${isByIndex ? column : sql`(${column} || '{}')`} @> ${words.map((word) => storedWord(courseId, word))}::text[] and ${sql.ref(`${post}.state`)} <> 'deleted')`;
}

/**
 * Whether many posts of the course have all words of a search. PostgreSQL's statistics contain only the most frequent words of all courses together, so the
 * planner would read every post with a word that is frequent in only one course.
 */
export const areFrequent = (organisationId: string, courseId: string, search: string): RawBuilder<boolean> =>
  sql`(select count(*) > ${MOST_RARE}::int from (select from discussion_posts p where p.organisation_id = ${organisationId}::uuid
    and ${withWords('p', courseId, search)} limit ${MOST_RARE + 1}) found)`;
