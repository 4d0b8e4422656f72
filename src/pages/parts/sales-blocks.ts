import { type Html, html, type Part } from './html.ts';
import { outsidePicture } from './outside.ts';
import { richDocument } from './rich-document.ts';
import { markdownText } from './rich-text.ts';

type Block = Readonly<Record<string, unknown>>;

/** Names that page builders give to the parts of a block. */
const HEADINGS = ['title', 'heading', 'headline', 'question', 'name'];
const TEXTS = ['subtitle', 'text', 'body', 'description', 'content', 'markdown', 'answer', 'quote', 'value'];
const LISTS = ['items', 'features', 'faqs', 'questions', 'testimonials', 'blocks', 'children', 'columns'];
const PICTURES = ['image_url', 'imageUrl', 'image', 'src'];

const DEEPEST = 4;

const isBlock = (value: unknown): value is Block => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Shows the blocks of a sales page, whose form depends on the page builder: headings, texts, lists and pictures. Unknown parts are left out. */
export function salesBlocks(blocks: unknown): Part {
  if (isDocument(blocks)) return richDocument(blocks);
  const list = isBlock(blocks) ? (blocks.blocks ?? [blocks]) : blocks;
  return Array.isArray(list) ? list.map((one) => shown(one, 0)) : null;
}

/** Whether the value was written by an editor instead of a page builder. */
const isDocument = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some((one) => isBlock(one) && Array.isArray(one.children))
    : isBlock(value) && (value.type === 'doc' || 'root' in value || 'ops' in value);

function shown(value: unknown, depth: number): Part {
  if (depth > DEEPEST) return null;
  if (typeof value === 'string') return value.trim() !== '' && markdownText(value);
  if (!isBlock(value)) return null;
  const block = isBlock(value.data) ? { ...value, ...value.data } : isBlock(value.props) ? { ...value, ...value.props } : value;
  const heading = first(block, HEADINGS);
  const picture = first(block, PICTURES);
  return html`${heading && (depth === 0 ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`)}
${picture && /^https:\/\//i.test(picture) && html`<p class="prose">${outsidePicture({ url: picture, alt: first(block, ['alt', 'caption']) ?? '' })}</p>`}
${TEXTS.map((name) => textOf(block[name]))}
${LISTS.map((name) => listOf(block[name], depth))}`;
}

const textOf = (value: unknown): Part =>
  typeof value === 'string' ? value.trim() !== '' && markdownText(value) : typeof value === 'object' && richDocument(value);

function listOf(value: unknown, depth: number): Html | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  return html`<ul>${value.map((one) => html`<li>${typeof one === 'string' ? one : shown(one, depth + 1)}</li>`)}</ul>`;
}

const first = (block: Block, names: readonly string[]): string | undefined =>
  names.map((name) => block[name]).find((value): value is string => typeof value === 'string' && value.trim() !== '');
