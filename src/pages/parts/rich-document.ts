import { type Html, html, type Part } from './html.ts';
import { outsideLink } from './outside.ts';

/** Maximum depth to which a document is shown. The contract permits no deeper bodies. */
const DEEPEST = 32;

const LINK = /^(?:https?:\/\/|mailto:)/i;

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodesIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Shows the document of an editor: ProseMirror and Tiptap, Slate, Lexical or Quill. Of unknown nodes, only the text is shown. */
export function richDocument(document: unknown): Html | null {
  const root = isNode(document) && isNode(document.root) ? document.root : document;
  const shown = isNode(root) && Array.isArray(root.ops) ? html`<p>${nodesIn(root.ops).map((op) => isNode(op) && lines(text(op.insert)))}</p>` : block(root, 0);
  return shown.text.split('<').some((part) => part.slice(part.indexOf('>') + 1).trim() !== '') ? html`<div class="prose" dir="auto">${shown}</div>` : null;
}

const lines = (written: string): Part => written.split('\n').map((line, index) => [index > 0 && html`<br>`, line]);

function block(value: unknown, depth: number): Html {
  if (depth > DEEPEST) return html``;
  if (Array.isArray(value)) return html`${value.map((node) => block(node, depth + 1))}`;
  if (!isNode(value)) return html``;
  if (typeof value.text === 'string') return inline(value);
  const inner = html`${[value.content, value.children].flatMap(nodesIn).map((node) => block(node, depth + 1))}`;
  const attributes = isNode(value.attrs) ? value.attrs : value;
  switch (
    text(value.type)
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')
  ) {
    case 'paragraph':
      return html`<p>${inner}</p>`;
    case 'heading':
    case 'headingone':
    case 'headingtwo':
      return html`<h3>${inner}</h3>`;
    case 'bulletlist':
    case 'bulletedlist':
    case 'unorderedlist':
      return html`<ul>${inner}</ul>`;
    case 'orderedlist':
    case 'numberedlist':
      return html`<ol>${inner}</ol>`;
    case 'list':
      return text(value.listType) === 'number' ? html`<ol>${inner}</ol>` : html`<ul>${inner}</ul>`;
    case 'listitem':
      return html`<li>${inner}</li>`;
    case 'blockquote':
    case 'quote':
      return html`<blockquote>${inner}</blockquote>`;
    case 'codeblock':
    case 'code':
      return html`<pre>${inner}</pre>`;
    case 'hardbreak':
    case 'linebreak':
      return html`<br>`;
    case 'horizontalrule':
      return html`<hr>`;
    case 'link':
      return linked(text(attributes.href) || text(attributes.url), inner);
    default:
      return inner;
  }
}

const linked = (url: string, inner: Part): Html => (LINK.test(url) ? outsideLink(url, inner) : html`${inner}`);

/** Bits of the number in which Lexical stores marks. */
const BITS = { bold: 1, italic: 2 } as const;

function inline(node: Node): Html {
  const marks = new Map(nodesIn(node.marks).flatMap((mark) => (isNode(mark) ? [[text(mark.type), mark] as const] : [])));
  const format = typeof node.format === 'number' ? node.format : 0;
  const has = (name: 'bold' | 'italic', other: string) => marks.has(name) || marks.has(other) || node[name] === true || (format & BITS[name]) !== 0;
  let shown = html`${lines(text(node.text))}`;
  if (marks.has('code') || node.code === true) shown = html`<code>${shown}</code>`;
  if (has('italic', 'em')) shown = html`<em>${shown}</em>`;
  if (has('bold', 'strong')) shown = html`<strong>${shown}</strong>`;
  const link = marks.get('link')?.attrs;
  return isNode(link) ? linked(text(link.href), shown) : shown;
}
