import { escaped, htmlOf, inlineHtmlOf } from '../scorm/markdown.ts';
import { addressOf } from './address.ts';
import type { CartridgeFile } from './files.ts';

export interface CourseText {
  /** Format of the body. `inline` is markdown within a line. */
  format?: 'html' | 'markdown' | 'inline';
  body: string;
}

/** HTML in a cartridge, with the resources of the files that it shows or links to. */
export interface CartridgeText {
  html: string;
  uses: readonly string[];
  /** Whether the text refers to files that the cartridge does not have, or mentions files outside of a link. */
  isLinkLost: boolean;
}

const FILE = /\b(href|src)="file:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/gi;

const NAMED = /\bfile:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/gi;

/** Path from a document to the top. All documents are in a folder next to that of the files. */
const IN_PAGES = '../';
/** Prefix of addresses that are relative to the document, for texts within XML. */
const IN_XML = '$IMS-CC-FILEBASE$/../';

export type TextWriter = (text: CourseText, where: 'page' | 'xml') => CartridgeText;

const WRITERS = { html: (body: string) => body, markdown: htmlOf, inline: inlineHtmlOf } as const;

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns a writer of course texts as HTML, with addresses of files that are relative to the place of the text. */
export const textWriter =
  (files: ReadonlyMap<string, CartridgeFile>): TextWriter =>
  ({ format = 'markdown', body }, where) => {
    const uses = new Set<string>();
    let isLinkLost = false;
    const linked = WRITERS[format](body).replaceAll(FILE, (_all, name: string, id: string) => {
      const file = files.get(id.toLowerCase());
      if (!file) {
        isLinkLost = true;
        return '';
      }
      uses.add(file.identifier);
      return `${name}="${where === 'page' ? IN_PAGES : IN_XML}${addressOf(file.path)}"`;
    });
    const html = linked.replaceAll(NAMED, (_all, id: string) => {
      isLinkLost = true;
      return escaped(baseName(files.get(id.toLowerCase())?.path ?? ''));
    });
    return { html: html.trim(), uses: [...uses], isLinkLost };
  };
