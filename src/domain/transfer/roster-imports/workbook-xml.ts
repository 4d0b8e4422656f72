import { SaxesParser } from 'saxes';

/** Maximum depth, far more than any part of a workbook has. The deeper an element is, the more the parser does for it. */
const DEEPEST = 100;

/** An element of a part of a workbook, with its attributes by their names with prefix. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
}

export interface Reading {
  open?(element: Element): void;
  /** `text` is all text within the element since the last element began or ended. */
  close?(name: string, text: string): void;
}

/** The part is not well-formed, or has a document type, with which entities could be declared. */
export class MalformedPartError extends Error {}

/**
 * Reads a part of a workbook while it arrives. Entities other than those of XML itself are errors, nothing outside of the part is ever read, and names lose
 * their prefix.
 * @throws MalformedPartError
 */
export async function readXml(chunks: AsyncIterable<Buffer>, { open, close }: Reading): Promise<void> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let depth = 0;
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  const fail = (error: unknown): never => {
    throw new MalformedPartError(String(error));
  };
  parser.on('error', fail);
  parser.on('doctype', () => fail('a document type'));
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('opentag', ({ name, attributes }) => {
    text = '';
    if (++depth > DEEPEST) fail('elements that are nested too deeply');
    open?.({ name: local(name), attributes });
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    close?.(local(name), text);
    text = '';
  });
  const decode = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (error) {
      return fail(error);
    }
  };
  for await (const chunk of chunks) parser.write(decode(chunk));
  parser.write(decode());
  parser.close();
}
