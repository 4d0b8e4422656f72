import MarkdownIt, { type Token } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { hasTooManyTags, RICH_TEXT } from '../../studio/lesson-content/text.ts';
import { type Copies, isFile, postPolicy, shownAddress } from './html-pictures.ts';

/** A place in a text, and its replacement. */
interface Edit {
  at: number;
  length: number;
  text: string;
}

/** The place of a picture or a tag that the parser found, within its text. */
interface Found {
  start: number;
  end: number;
  /** The text between the brackets of a picture, as it was written. */
  label: string;
}

/** Maximum nesting depth of the parsers. */
const DEEPEST = 100;
const MOST_ROUNDS = 8;
/** Maximum number of brackets, square or angle. More would hold up the process, because both parsers read each bracket to its end in each round. */
const MOST_BRACKETS = 1000;
const OPTIONS = { html: true, linkify: false, maxNesting: DEEPEST };

/**
 * Parsers for CommonMark with and without tables. Readers use both, and tables affect what counts as code, so whatever either parser could take for a picture
 * counts as one.
 */
const parsers = (['commonmark', 'default'] as const).map((preset) => {
  const parser = new MarkdownIt(preset, OPTIONS);
  parser.validateLink = () => true;
  for (const name of ['image', 'html_inline']) notePlaces(parser, name);
  return parser;
});

/** Makes a rule record on its token where it found it. */
function notePlaces(parser: MarkdownIt, name: string): void {
  const rule = parser.inline.ruler.getRules('').find((one) => one.name === name);
  if (!rule) throw new Error(`markdown-it has no rule ${name}`);
  parser.inline.ruler.at(name, (state, silent) => {
    const start = state.pos;
    if (!rule(state, silent)) return false;
    const token = state.tokens.at(-1);
    if (!silent && token) {
      const label = name === 'image' ? state.src.slice(start + 2, state.md.helpers.parseLinkLabel(state, start + 1, false)) : '';
      token.meta = { start, end: state.pos, label } satisfies Found;
    }
    return true;
  });
}

/**
 * Turns external pictures into links, and those with copies into pictures of the copies. Everything else stays as it was written, especially code. Raw HTML
 * that could load something is sanitised like a post in HTML, or shown as text.
 */
export function linkMarkdown(body: string, copies: Copies): string {
  if (!body.includes('![') && !body.includes('<')) return body;
  if (body.split(/[[<]/, MOST_BRACKETS + 2).length > MOST_BRACKETS + 1) return withoutAny(body);
  let text = body.replaceAll(/\r\n?/g, '\n');
  const original = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const edits = editsOf(text, copies);
    if (edits === null) break;
    if (edits.length === 0) return text === original ? body : text;
    text = edited(text, edits);
  }
  return withoutAny(text);
}

/** Escapes all pictures and tags, as a last resort for a text in which links keep turning into pictures, or which no parser reads to its end. */
const withoutAny = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('![', '!\\[');

/** Returns the next edits, an empty list if there are none, or null if they cannot be determined. */
function editsOf(text: string, copies: Copies): Edit[] | null {
  for (const parser of parsers) {
    const edits = new Editor(text, copies).read(parser.parse(text, {}));
    if (edits === null || edits.length > 0) return edits;
  }
  return [];
}

/** Applies the edits from the end to the beginning. If two edits overlap, the first one waits for the next round. */
function edited(text: string, edits: Edit[]): string {
  let result = text;
  let next = text.length;
  for (const { at, length, text: replacement } of edits.toSorted((a, b) => b.at - a.at)) {
    if (at + length > next) continue;
    result = result.slice(0, at) + replacement + result.slice(at + length);
    next = at;
  }
  return result;
}

class Editor {
  readonly #text: string;
  readonly #copies: Copies;
  /** The beginnings of the lines, and the end of the text. */
  readonly #lines: number[];
  readonly #edits: Edit[] = [];
  /** The lines of the block that is being read. */
  #map: [number, number] = [0, 0];
  /** The position up to which the row of a table has been read. */
  #read = 0;
  #isInTable = false;

  constructor(text: string, copies: Copies) {
    this.#text = text;
    this.#copies = copies;
    this.#lines = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  }

  read(tokens: readonly Token[]): Edit[] | null {
    for (const token of tokens) {
      if (token.level >= DEEPEST - 1) return null;
      if (token.type === 'table_open' || token.type === 'table_close') this.#isInTable = token.type === 'table_open';
      if (token.map) this.#map = token.map;
      if (token.type === 'tr_open') this.#read = this.#lineAt(this.#map[0]);
      const isRead = token.type === 'html_block' ? this.#readBlock(token) : token.type !== 'inline' || this.#readLine(token);
      if (!isRead) return null;
    }
    return this.#edits;
  }

  #lineAt(line: number): number {
    return this.#lines[line] ?? this.#text.length;
  }

  #readLine({ content, children }: Token): boolean {
    for (const child of children ?? []) {
      if (child.type !== 'image' && child.type !== 'html_inline') continue;
      const edit = child.type === 'image' ? pictureEdit(child, this.#copies) : tagEdit(child, this.#copies);
      if (!edit) continue;
      const found = child.meta as Found;
      const at = this.#locate(content, found.start);
      if (at === null) return false;
      this.#edits.push(this.#placed(edit, at, content.slice(found.start, found.end)));
    }
    return true;
  }

  /**
   * Finds a place of a block in the whole text. The lines of a block lack what precedes them in the text, such as `>`, and the `#` that may follow a
   * heading, so that a line is found by what follows the place.
   */
  #locate(content: string, start: number): number | null {
    const before = content.slice(0, start).split('\n');
    const tail = (content.slice(start).split('\n', 1)[0] as string).trimEnd();
    const line = this.#map[0] + before.length - 1;
    const [from, to] = [this.#lineAt(line), this.#lineAt(line + 1)];
    const within = this.#text.slice(from, to);
    const index = this.#isInTable ? within.indexOf(tail, Math.max(0, this.#read - from)) : within.lastIndexOf(tail);
    if (index < 0) return null;
    this.#read = from + index + 1;
    return from + index;
  }

  #placed({ whole, first, replaced }: LineEdit, at: number, raw: string): Edit {
    if (whole !== null && this.#text.startsWith(raw, at)) return { at, length: raw.length, text: whole };
    const isAfterMark = replaced === '!' && this.#text[at - 1] === '!' && !isEscaped(this.#text, at - 1);
    return isAfterMark ? { at: at - 1, length: 2, text: `\\!${first}` } : { at, length: replaced.length, text: first };
  }

  #readBlock({ content, level }: Token): boolean {
    if (!canLoad(content)) return true;
    const [first, last] = [this.#lineAt(this.#map[0]), this.#lineAt(this.#map[1])];
    const raw = this.#text.slice(first, last);
    const isPlain = level === 0 && !hasTooManyTags(content) && hasKnownTags(content);
    const text = isPlain ? `${sanitizeHtml(content, postPolicy(this.#copies)).trimEnd()}\n` : raw.replaceAll('<', '&lt;');
    if (text.trimEnd() !== raw.trimEnd()) this.#edits.push({ at: first, length: raw.length, text });
    return true;
  }
}

/** The replacement of a picture or a tag. */
interface LineEdit {
  /** The replacement of the whole, if it is on a single line of the text. */
  whole: string | null;
  /** The replacement of its beginning otherwise. */
  first: string;
  replaced: string;
}

/** Returns the edit of a picture. Without its `!`, a picture is a link with the same text, address and title. */
function pictureEdit(token: Token, copies: Copies): LineEdit | null {
  const source = String(token.attrGet('src') ?? '');
  if (isFile(source)) return null;
  const { label } = token.meta as Found;
  const copy = copies.get(source);
  const title = token.attrGet('title');
  if (copy !== undefined) return { whole: `![${label}](file:${copy}${title ? ` "${asText(title)}"` : ''})`, first: '', replaced: '!' };
  return label.trim() === '' ? { whole: null, first: `[${asText(shownAddress(source))}`, replaced: '![' } : { whole: null, first: '', replaced: '!' };
}

function tagEdit({ content }: Token, copies: Copies): LineEdit | null {
  if (!canLoad(content)) return null;
  const shown: LineEdit = { whole: content.replaceAll('<', '&lt;'), first: '&lt;', replaced: '<' };
  const tag = tagsOf(content)[0];
  if (!tag) return shown;
  const { src, ...attribs } = tag.attribs;
  const isHarmless =
    RICH_TEXT.allowedTags.includes(tag.name) && Object.keys(attribs).every((name) => HARMLESS.has(name) || (name === 'href' && tag.name === 'a'));
  if (src === undefined) return isHarmless ? null : shown;
  if (tag.name !== 'img') return shown;
  if (isFile(src)) return isHarmless ? null : shown;
  const copy = copies.get(src);
  const text = asText((attribs.alt ?? '').trim());
  if (copy !== undefined) return { ...shown, whole: `![${text}](file:${copy})` };
  return isWeb(src) ? { ...shown, whole: `[${text || asText(shownAddress(src))}](<${encodeURI(src.toWellFormed()).replaceAll('%25', '%')}>)` } : shown;
}

/** Attributes that do not load anything. */
const HARMLESS: ReadonlySet<string> = new Set(
  'alt align class datetime dir height id lang loading name open rel reversed rowspan colspan scope start title type width'.split(' '),
);

/** Whether raw HTML could load something, through an attribute with a value or a style sheet. */
const canLoad = (html: string): boolean => /<style/i.test(html) || (html.includes('=') && /<[a-z]/i.test(html));

interface Tag {
  name: string;
  attribs: Record<string, string>;
}

function tagsOf(html: string): Tag[] {
  const tags: Tag[] = [];
  const note = (name: string, attribs: sanitizeHtml.Attributes) => {
    tags.push({ name, attribs });
    return { tagName: name, attribs };
  };
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {}, transformTags: { '*': note } });
  return tags;
}

/** Whether sanitising keeps everything that people read. */
function hasKnownTags(html: string): boolean {
  const tags = tagsOf(html);
  return tags.length > 0 && tags.every(({ name }) => RICH_TEXT.allowedTags.includes(name));
}

const isWeb = (address: string): boolean => ['http:', 'https:'].includes(URL.parse(address, 'https://relative.invalid')?.protocol ?? '');

/** Escapes a text so that markdown treats it as plain text. */
const asText = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>!&|~"]/g, '\\$&');

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}
