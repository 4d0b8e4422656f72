import { parse } from 'tldts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import { plainText, sanitizedText } from '../../studio/lesson-content/text.ts';
import { HELD_WORD_LISTS } from './held-word-lists.ts';
import { type Copies, NO_COPIES, postPolicy } from './html-pictures.ts';
import { linkPictures } from './pictures.ts';
import { storedWord } from './search.ts';
import type { Visit } from './visit.ts';
import { containsHeldWord, foldedText, indexedWords } from './words.ts';

const LONGEST_EXCERPT = 280;
const LINK = /:\/\/|\bmailto:|\bwww\.|\]\(|\bhref=/;
/** Characters that cannot occur in a host name, path or port. */
const APART = /[^\p{L}\p{M}\p{N}.:/-]+/u;
/** The separator after a host name. */
const BEHIND_HOST = /\/|:(?=\d)/;

/**
 * Whether a folded text has a link, even one without a scheme (`example.org/path`). Bare names do not count, because they cannot be distinguished from files
 * (`notes.md`).
 */
const hasLink = (text: string): boolean => LINK.test(text) || text.split(APART).some((word) => word.split(BEHIND_HOST).slice(0, -1).some(isHost));

const isHost = (name: string): boolean => name.includes('.') && parse(name, { extractHostname: false }).isIcann === true;

/** A text in the form in which it is stored. */
interface IndexedText {
  format: Shape<'DiscussionText'>['format'];
  body: string;
  excerpt: string;
  words: string[];
}

/** A checked text. */
export interface FinishedText extends IndexedText {
  /** Whether it must be reviewed because of a held word. */
  isHeld: boolean;
}

/**
 * Sanitises a text, turning external pictures into links, and checks it by the rules of the course. Only the first rule applies to staff.
 * @param title title of the topic that the text opens
 * @param copies copies of pictures that are shown instead of links
 * @throws ValidationError
 */
export function finishText(
  { isStaff, rules, courseId }: Visit,
  text: Shape<'DiscussionTextWrite'>,
  title: string | null,
  copies: Copies = NO_COPIES,
): FinishedText {
  const faults = new Faults();
  const { format, body } = safeText(text, copies, faults);
  const plain = plainText(body).trim();
  const all = withTitle(title, plain);
  const length = [...plain].length;
  if (length === 0 && !(format === 'html' && body.includes('<img '))) faults.add('text.body', 'blank', 'Must contain text.');
  if (!isStaff) {
    if (length > rules.max_length) faults.add('text.body', 'too_long', `Must be at most ${rules.max_length} characters.`);
    if (length > 0 && length < rules.min_length) faults.add('text.body', 'too_short', `Must be at least ${rules.min_length} characters.`);
    if (rules.blocks_links && hasLink(foldedText(body))) faults.add('text.body', 'link', 'Must not contain a link.');
    if (rules.blocks_links && title !== null && hasLink(foldedText(title))) faults.add('title', 'link', 'Must not contain a link.');
  }
  faults.check();
  const held = [...rules.held_words, ...rules.held_word_lists.flatMap((language) => HELD_WORD_LISTS[language])];
  return { ...indexedText(courseId, { format, body }, title), isHeld: !isStaff && containsHeldWord(all, held) };
}

function safeText(text: Shape<'DiscussionTextWrite'>, copies: Copies, faults: Faults): Shape<'DiscussionTextWrite'> {
  if (text.format === 'html') return sanitizedText(text, 'text.body', faults, postPolicy(copies));
  return { ...text, body: linkPictures(text, copies) };
}

/**
 * Returns the excerpt of a text for lists, and its index words.
 * @param title title of the topic that the text opens
 */
export function indexedText(courseId: string, { format, body }: Pick<IndexedText, 'format' | 'body'>, title: string | null): IndexedText {
  const plain = plainText(body).trim();
  return {
    format,
    body,
    excerpt: [...plain.replaceAll(/\s+/g, ' ')].slice(0, LONGEST_EXCERPT).join(''),
    words: indexedWords(withTitle(title, plain)).map((word) => storedWord(courseId, word)),
  };
}

const withTitle = (title: string | null, plain: string): string => (title === null ? plain : `${title}\n${plain}`);
