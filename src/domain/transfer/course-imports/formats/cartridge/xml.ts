import { SaxesParser } from 'saxes';
import { decodeText } from './encoding.ts';

/** An element of an XML document. Its name has no prefix; its attributes have theirs. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly (XmlElement | string)[];
}

export interface XmlDocument {
  root: XmlElement;
  /** Whether characters had to be escaped before the document could be read. */
  isMended: boolean;
}

/** The document is not well-formed, or goes beyond a limit. */
export class MalformedXml extends Error {}

/** The document has a document type, with which entities could be declared. */
export class DocumentType extends Error {}

const DEEPEST = 100;
const MOST_ELEMENTS = 300_000;
/** Maximum number of attributes of one element, and of all together. */
const [MOST_ATTRIBUTES, MOST_ATTRIBUTES_IN_ALL] = [200, 1_000_000];
/** An ampersand that begins none of the entities that XML has by itself. */
const BARE_AMPERSAND = /&(?!(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});)/gi;

const CDATA = '<![CDATA[';

/** Escapes ampersands that stand alone, except in what is not read as XML at all. */
function mend(text: string): string {
  const escaped = (part: string) => part.replaceAll(BARE_AMPERSAND, '&amp;');
  const [before = '', ...sections] = text.split(CDATA);
  const mended = sections.map((section) => {
    const end = section.indexOf(']]>');
    return end < 0 ? section : section.slice(0, end) + escaped(section.slice(end));
  });
  return [escaped(before), ...mended].join(CDATA);
}

/**
 * Reads an XML document. Entities other than those of XML itself stand for themselves, and nothing outside of the document is ever read.
 * @throws MalformedXml, DocumentType
 */
export function parseXml(bytes: Buffer): XmlDocument {
  const text = decodeText(bytes).trimStart();
  const mended = mend(text);
  return { root: treeOf(mended), isMended: mended !== text };
}

interface OpenElement extends XmlElement {
  children: (XmlElement | string)[];
}

function treeOf(text: string): XmlElement {
  const parser = new SaxesParser();
  const top: OpenElement = { name: '', attributes: {}, children: [] };
  const open = [top];
  let count = 0;
  let [attributesHere, attributesInAll] = [0, 0];
  parser.on('error', (error) => {
    throw new MalformedXml(error.message);
  });
  parser.on('doctype', () => {
    throw new DocumentType('the document has a document type');
  });
  parser.on('attribute', () => {
    if (++attributesHere > MOST_ATTRIBUTES || ++attributesInAll > MOST_ATTRIBUTES_IN_ALL) throw new MalformedXml('the document has too many attributes');
  });
  parser.on('opentag', ({ name, attributes }) => {
    attributesHere = 0;
    if (open.length > DEEPEST || ++count > MOST_ELEMENTS) throw new MalformedXml('the document is too large');
    const element: OpenElement = { name: name.slice(name.indexOf(':') + 1), attributes, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const addText = (part: string) => void open.at(-1)?.children.push(part);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  const root = top.children.find((child) => typeof child !== 'string');
  if (root === undefined || typeof root === 'string') throw new MalformedXml('the document has no element');
  return root;
}

/** Returns the elements directly inside of an element, or those of one name. */
export const elementsOf = (element: XmlElement | undefined, name?: string): XmlElement[] =>
  (element?.children ?? []).filter((child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name));

/** Returns the first element on a path of names below an element. */
export const elementAt = (element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((found, name) => elementsOf(found, name)[0], element);

/** Yields all elements of these names within an element, in order, but not those within one of them. */
export function* elementsWithin(element: XmlElement | undefined, ...names: readonly string[]): Generator<XmlElement> {
  for (const child of elementsOf(element)) {
    if (names.includes(child.name)) yield child;
    else yield* elementsWithin(child, ...names);
  }
}

/** Returns all text within an element. */
export const textOf = (element: XmlElement | undefined): string =>
  (element?.children ?? [])
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join('')
    .trim();

/** Returns the text of the first element on a path, or undefined if it is empty. */
export const textAt = (element: XmlElement | undefined, ...path: readonly string[]): string | undefined => textOf(elementAt(element, ...path)) || undefined;

export const isTrue = (text: string | undefined): boolean => /^(?:true|1|yes)$/i.test(text ?? '');

/** Returns whether a text says no, or nothing. */
export const isFalse = (text: string | undefined): boolean => text === undefined || /^(?:false|0|no)$/i.test(text);

/** Returns the number in a text, or undefined if the text is not a number. */
export function numberAt(element: XmlElement | undefined, ...path: readonly string[]): number | undefined {
  const text = textAt(element, ...path);
  const value = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}
