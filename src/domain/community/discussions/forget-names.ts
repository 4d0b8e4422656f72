import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { ERASED_NAME } from '../../kernel/personal-data.ts';
import { groupsOf } from '../../kernel/retention/batches.ts';
import { lockTopics } from './states.ts';
import { indexedText } from './text.ts';
import { foldedText, INVISIBLE, IS_UNSEPARATED, indexedWords } from './words.ts';

const LONGEST_TITLE = 200;

/** A name or address of a person, and its patterns. */
interface Known {
  userId: string;
  as: string;
  patterns: Patterns;
}

interface Text extends Pick<Shape<'DiscussionText'>, 'format' | 'body'> {
  organisation_id: string;
  id: string;
  title: string | null;
  is_mention: boolean;
}

interface Key {
  organisation_id: string;
  id: string;
}

/**
 * Removes the names and email addresses of users from the topics that they have written in or that mention them: from titles, texts, earlier texts, excerpts
 * and index words, even where tags or marks divide them. A single word of a name is ambiguous, so it is removed only where it can be distinguished from an
 * ordinary word and from somebody else's name. The topics are locked until the transaction ends, so that nobody changes a post in the meantime.
 */
export async function forgetNames(trx: Executor, userIds: readonly string[]): Promise<void> {
  const { rows: people } = await sql<{ id: string; name: string; email: string }>`select id, name, email from users
    where id = any(${userIds}::uuid[]) and erased_at is null`.execute(trx);
  for (const { id: userId, name, email } of people) {
    const topics = await topicsOf(trx, userId);
    for (const [organisationId, own] of Map.groupBy(topics, ({ organisation_id }) => organisation_id))
      await lockTopics(
        trx,
        organisationId,
        own.map(({ id }) => id),
      );
    // The use of each word is examined before anything changes.
    const bare = [];
    for (const word of bareWords(name)) bare.push({ word, naming: await topicsNaming(trx, word, userIds, topics) });
    const known: Known[] = [
      { userId, as: name, patterns: patternsOf(name) },
      { userId, as: email, patterns: { anywhere: [alone([email], 'giu')], inMentions: [] } },
    ];
    for (const one of known) await forgetIn(trx, one, topics);
    for (const { word, naming } of bare) await forgetIn(trx, { userId, as: word, patterns: barePatterns(word) }, naming);
  }
}

async function forgetIn(trx: Executor, known: Known, topics: readonly Key[]): Promise<void> {
  for (const group of groupsOf(topics)) {
    await forgetInPosts(trx, known, group);
    await forgetInEdits(trx, known, group);
  }
}

async function topicsOf(trx: Executor, userId: string): Promise<Key[]> {
  const { rows: written } = await sql<Key>`select distinct organisation_id, topic_id as id from discussion_posts where author_id = ${userId}::uuid`.execute(
    trx,
  );
  const { rows: mentioning } = await sql<Key>`select distinct p.organisation_id, p.topic_id as id from discussion_mentions m
    join discussion_posts p on p.organisation_id = m.organisation_id and p.id = m.post_id where m.user_id = ${userId}::uuid`.execute(trx);
  const topics = new Map([...written, ...mentioning].map((topic) => [`${topic.organisation_id} ${topic.id}`, topic]));
  return [...topics].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, topic]) => topic);
}

/** Maximum number of posts of a course in which the uses of a word are counted. */
const MOST_COUNTED = 1000;

/**
 * Returns those of the topics in which a word can only be the name of one of these users: nobody else who has written or is mentioned there has that name, and
 * within sentences, the course uses the word more often with a capital than without, if at all. Words such as May and Will stay.
 */
async function topicsNaming(trx: Executor, word: string, userIds: readonly string[], topics: readonly Key[]): Promise<Key[]> {
  const [initial = '', ...rest] = word;
  const capital = initial.toUpperCase() + rest.map(inAnyCase).join('');
  const named: Key[] = [];
  for (const group of groupsOf(topics)) {
    const { rows } = await sql<Key>`select t.organisation_id, t.id from ${theseRows(group)}
      join discussion_topics t on t.organisation_id = these.organisation_id and t.id = these.id
      join discussion_posts opening on opening.organisation_id = t.organisation_id and opening.id = t.id
      cross join lateral (
        select count(*) filter (where p.body ~ ${`[^.!?:[:space:]][[:space:]]+@?${capital}\\M`}) as names, count(*) filter (where p.body ~ ${`\\m${word.toLowerCase()}\\M`}) as words
        from (select body from discussion_posts p where p.organisation_id = t.organisation_id and p.course_id = opening.course_id and p.state <> 'deleted'
          and p.words @> array[right(p.course_id::text, 12) || ${foldedText(word)}] limit ${MOST_COUNTED}) p) used
      where (used.words = 0 or used.names > used.words) and not exists (
        select from (
          select author_id as id from discussion_posts p where p.organisation_id = t.organisation_id and p.topic_id = t.id
          union select m.user_id from discussion_posts p join discussion_mentions m on m.organisation_id = p.organisation_id and m.post_id = p.id
            where p.organisation_id = t.organisation_id and p.topic_id = t.id) other
        join users u on u.id = other.id
        where u.id <> all(${userIds}::uuid[]) and folded(${word}) = any(regexp_split_to_array(folded(u.name), '[^[:alnum:]]+')))`.execute(trx);
    named.push(...rows);
  }
  return named;
}

const theseRows = (keys: readonly Key[]): RawBuilder<unknown> =>
  sql`unnest(${keys.map(({ organisation_id }) => organisation_id)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) as these (organisation_id, id)`;

const mentions = (userId: string, post: RawBuilder<unknown>) => sql`exists (select from discussion_mentions m
  where m.organisation_id = p.organisation_id and m.post_id = ${post} and m.user_id = ${userId}::uuid)`;

async function forgetInPosts(trx: Executor, { userId, as, patterns }: Known, topics: readonly Key[]): Promise<void> {
  const isMention = mentions(userId, sql`p.id`);
  const { rows: keys } = await sql<Key>`select p.organisation_id, p.id from ${theseRows(topics)}
    join discussion_posts p on p.organisation_id = these.organisation_id and p.topic_id = these.id
    where p.body <> '' and (${isMention} or p.words @> array(select right(p.course_id::text, 12) || word from unnest(${indexedWords(as)}::text[]) word)
      or (p.format = 'markdown' and p.body ~ ${DIVIDED} and ${has(sql`p.body`, longestPiece(as))}))`.execute(trx);
  for (const group of groupsOf(keys)) {
    const { rows } = await sql<Text & { course_id: string }>`select p.organisation_id, p.id, p.course_id, p.format, p.body,
        case when p.number = 0 then t.title end as title, ${isMention} as is_mention
      from ${theseRows(group)} join discussion_posts p on p.organisation_id = these.organisation_id and p.id = these.id
      join discussion_topics t on t.organisation_id = p.organisation_id and t.id = p.topic_id`.execute(trx);
    const changed = rows.flatMap(({ course_id, ...text }) => {
      const without = withoutName(text, patterns);
      return without ? [{ ...without, ...indexedText(course_id, without, without.title) }] : [];
    });
    const these = sql`json_to_recordset(${JSON.stringify(changed)}::json) as n (organisation_id uuid, id uuid, title text, body text, excerpt text, words text[])`;
    await sql`update discussion_posts p set body = n.body, excerpt = n.excerpt, words = n.words
      from ${these} where p.organisation_id = n.organisation_id and p.id = n.id`.execute(trx);
    await sql`update discussion_topics t set title = n.title
      from ${these} where n.title is not null and t.organisation_id = n.organisation_id and t.id = n.id`.execute(trx);
  }
}

/** Removes names from the earlier texts, which staff can see. */
async function forgetInEdits(trx: Executor, { userId, as, patterns }: Known, topics: readonly Key[]): Promise<void> {
  const { rows: keys } = await sql<Key>`select e.organisation_id, e.id from ${theseRows(topics)}
    join discussion_posts p on p.organisation_id = these.organisation_id and p.topic_id = these.id
    join discussion_edits e on e.organisation_id = p.organisation_id and e.post_id = p.id
    where ${has(sql`concat_ws(' ', e.title, e.body)`, longestPiece(as))}`.execute(trx);
  for (const group of groupsOf(keys)) {
    const { rows } = await sql<Text>`select p.organisation_id, p.id, p.format, p.body, p.title, ${mentions(userId, sql`p.post_id`)} as is_mention
      from ${theseRows(group)} join discussion_edits p on p.organisation_id = these.organisation_id and p.id = these.id`.execute(trx);
    const changed = rows.flatMap((text) => withoutName(text, patterns) ?? []);
    await sql`update discussion_edits e set title = n.title, body = n.body
      from json_to_recordset(${JSON.stringify(changed)}::json) as n (organisation_id uuid, id uuid, title text, body text)
      where e.organisation_id = n.organisation_id and e.id = n.id`.execute(trx);
  }
}

/**
 * PostgreSQL expressions for the marks that divide words in a text but are not read with them, and for texts that may contain such marks. The address in
 * `<a@b.c>` is not a tag.
 */
const DIVIDING = '</?[[:alpha:]][[:alnum:]]*([[:space:]][^<>]*)?>|\\][(][^()[:space:]]*[)]|[][*_~`\\\\]';
const DIVIDED = '<|[[:alnum:]][][*_~`\\\\]';

/** Whether a text contains a piece of a name, regardless of the tags and marks that divide it. */
const has = (text: RawBuilder<unknown>, piece: string) => sql`strpos(folded(regexp_replace(${text}, ${DIVIDING}, '', 'g')), folded(${piece})) > 0`;

interface Patterns {
  /** Patterns that match the name anywhere. */
  anywhere: readonly RegExp[];
  /** Patterns that match the name only in a text that mentions its bearer. */
  inMentions: readonly RegExp[];
}

const IN_WORD = '[\\p{L}\\p{M}\\p{N}]';

/**
 * Returns the patterns of a name. A name of several words is unambiguous. A single word may be an everyday word, and so may the first words of a name after an
 * `@`, so these count only where their bearer is mentioned.
 */
function patternsOf(name: string): Patterns {
  const words = name.trim().split(/\s+/);
  const beginnings = words.map((_, index) => written(words.slice(0, index + 1))).toReversed();
  const called = new RegExp(`(?<=(?<!${IN_WORD})@)(?:${beginnings.join('|')})`, 'giu');
  return words.length > 1 ? { anywhere: [alone(words, 'giu')], inMentions: [called] } : { anywhere: [], inMentions: [called, alone(words, 'gu')] };
}

/**
 * Returns the words of a name that can be distinguished from other words when they stand alone: those with at least three letters, in scripts that have
 * capitals.
 */
const bareWords = (name: string): string[] => [
  ...new Set(name.split(/\s+/).filter((word) => /^[\p{L}\p{M}'’-]{3,}$/u.test(word) && word.toLowerCase() !== word.toUpperCase())),
];

/** Returns the patterns of a single word. A word before another capitalised word is part of another name, such as that of a person in a novel. */
const barePatterns = (word: string): Patterns => ({
  anywhere: [
    new RegExp(
      `(?<!${IN_WORD})(?:${['NFC', 'NFD'].map((form) => [...word.normalize(form)].map(inAnyCase).join('')).join('|')})(?!${IN_WORD}|\\s+\\p{Lu}\\p{L})`,
      'gu',
    ),
  ],
  inMentions: [],
});

/** Returns an expression for a letter in upper and lower case. */
const inAnyCase = (one: string): string => {
  const both = [one.toLowerCase(), one.toUpperCase()].filter((form) => [...form].length === 1);
  return both.length === 2 && both[0] !== both[1] ? `[${both.join('')}]` : one;
};

/** Returns an expression for words that are not part of other words. */
const alone = (words: readonly string[], flags: string): RegExp =>
  new RegExp(`${IS_UNSEPARATED.test([...(words[0] ?? '')][0] ?? '') ? '' : `(?<!${IN_WORD})`}${written(words)}`, flags);

/** Returns an expression for the ways to write words, up to where they end: each character composed or decomposed, or as an HTML entity. */
function written(words: readonly string[]): string {
  const form = (unicode: 'NFC' | 'NFD') => words.map((word) => [...word.normalize(unicode)].map(character).join('')).join('\\s+');
  const end = IS_UNSEPARATED.test([...(words.at(-1) ?? '')].at(-1) ?? '') ? '' : `(?!${IN_WORD})`;
  return `(?:${[...new Set([form('NFC'), form('NFD')])].join('|')})${end}`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const character = (one: string): string => {
  const entity = ENTITIES[one];
  return entity === undefined ? one.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&') : `(?:${entity}|${one})`;
};

const longestPiece = (name: string): string => (name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [name]).reduce((one, other) => (other.length > one.length ? other : one));

/** Returns a text with the name replaced, or null if it does not contain the name. */
function withoutName<Given extends Text>(text: Given, { anywhere, inMentions }: Patterns): Given | null {
  const patterns = text.is_mention ? [...anywhere, ...inMentions] : anywhere;
  const renamed = (plain: string) => patterns.reduce((rest, pattern) => rest.replace(pattern, ERASED_NAME), plain);
  const whole = (divided: string, marks: RegExp) => patterns.reduce((rest, pattern) => acrossMarks(rest, marks, pattern), divided);
  const body = text.format === 'html' ? whole(inHtml(text.body, renamed), TAGS) : whole(renamed(text.body), MARKS);
  const title = text.title === null ? null : [...whole(renamed(text.title), UNSEEN)].slice(0, LONGEST_TITLE).join('');
  return body === text.body && title === text.title ? null : { ...text, body, title };
}

/** Invisible characters in a text. */
const UNSEEN = new RegExp(`(${INVISIBLE.source}+)`, 'u');
const TAGS = new RegExp(`(<[^<>]*>|${INVISIBLE.source}+)`, 'u');
const MARKS = new RegExp(`(\\]\\([^()\\s]*\\)|</?[a-z][^<>]*>|[*_~\`[\\]\\\\]+|${INVISIBLE.source}+)`, 'iu');

/** Replaces matches in a text as readers see it. The marks in between stay. */
function acrossMarks(text: string, marks: RegExp, pattern: RegExp): string {
  const parts = text.split(marks);
  if (parts.length === 1) return text;
  const seen = parts.filter((_, index) => index % 2 === 0).join('');
  const found = [...seen.matchAll(pattern)].map(({ index, 0: match }) => ({ start: index, end: index + match.length }));
  let from = 0;
  return parts
    .map((part, index) => {
      if (index % 2 === 1) return part;
      const begin = from;
      from += part.length;
      let [changed, place] = ['', 0];
      for (let next = found[0]; next && next.start < from; next = found[0]) {
        changed += part.slice(place, Math.max(next.start - begin, place)) + (next.start >= begin ? ERASED_NAME : '');
        place = Math.min(next.end - begin, part.length);
        if (next.end > from) break;
        found.shift();
      }
      return changed + part.slice(place);
    })
    .join('');
}

/** Changes the texts in sanitised HTML: those between the tags, and the values of attributes. */
const inHtml = (html: string, change: (text: string) => string): string =>
  html
    .split('<')
    .map((part, index) => {
      const end = index === 0 ? 0 : part.indexOf('>') + 1;
      const tag = part.slice(0, end).split('"');
      return tag.map((piece, place) => (place % 2 === 0 ? piece : change(piece))).join('"') + change(part.slice(end));
    })
    .join('<');
