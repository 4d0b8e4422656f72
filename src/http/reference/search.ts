import type { ServedDocument } from '../contract/contract-part.ts';
import { anchorOf, LISTED } from '../guides.ts';
import { operationsOf, pathOf } from './document.ts';

/** An entry of the reference's search index: a title, the note beside it, its URL, and the words of its text. */
export type Entry = [title: string, beside: string, href: string, words: string];

/** Lists the chapters of the introduction, the guides, the tags, the operations and the events. */
export function searchIndex(document: ServedDocument): Entry[] {
  const chapters = (document.info.description ?? '').split(/^(?=#{2,3} )/m).map((text): Entry => {
    const title = /^#{2,3} (.+)$/m.exec(text)?.[1] ?? 'Introduction';
    return [title, 'Chapter', `/docs#${anchorOf(title)}`, wordsOf(text)];
  });
  const tags = (document.tags ?? []).map(({ name, description }): Entry => [name, 'Group', pathOf(name), wordsOf(description ?? '')]);
  const operations = operationsOf(document).map(({ id, method, path, operation, isEvent }): Entry => {
    const tag = operation.tags[0];
    return [operation.summary, isEvent ? path : `${method} ${path}`, `${pathOf(tag)}#${id}`, wordsOf(`${id} ${tag} ${operation.description ?? ''}`)];
  });
  const guides = LISTED.map(([title, path]): Entry => [title, 'Guide', path, wordsOf(title)]);
  return [...chapters, ...guides, ...tags, ...operations];
}

/** Returns the distinct words of a text, without its markup. */
const wordsOf = (text: string): string => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu))].join(' ');
