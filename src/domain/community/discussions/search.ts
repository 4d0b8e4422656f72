import { type RawBuilder, sql } from 'kysely';
import { wantedWords } from './words.ts';

/** Words that more posts of a course have are frequent. */
const MOST_RARE = 2000;

/** The form in which the index holds a word of a text in this course. */
export const storedWord = (courseId: string, word: string): string => `${courseId.toLowerCase().slice(-12)}${word}`;

/**
 * The condition that a post has all words of a search. A search without words finds nothing.
 * @param isByIndex whether PostgreSQL may use the index of words, which reads every post with them
 */
export function withWords(post: string, courseId: string, search: string, isByIndex = true): RawBuilder<boolean> {
  const words = wantedWords(search);
  if (words.length === 0) return sql`false`;
  const column = sql.ref(`${post}.words`);
  return sql`(${isByIndex ? column : sql`(${column} || '{}')`} @> ${words.map((word) => storedWord(courseId, word))}::text[] and ${sql.ref(`${post}.state`)} <> 'deleted')`;
}

/**
 * Whether many posts of the course have all words of a search. The statistics of PostgreSQL hold only the words that are most frequent in all courses
 * together, so that it would read every post with a word that is frequent in one course.
 */
export const areFrequent = (organisationId: string, courseId: string, search: string): RawBuilder<boolean> =>
  sql`(select count(*) > ${MOST_RARE}::int from (select from discussion_posts p where p.organisation_id = ${organisationId}::uuid
    and ${withWords('p', courseId, search)} limit ${MOST_RARE + 1}) found)`;
