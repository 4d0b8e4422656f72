import { escapeMarkup } from '../../../../kernel/escape-markup.ts';
import type { Drafts } from './drafts.ts';
import type { Item } from './ledger.ts';
import { lessonAt, webAddress } from './links.ts';
import type { MadeLesson, Placing, Shown } from './source.ts';
import { linkHtml, textLesson } from './texts.ts';
import { elementAt, textAt, type XmlElement } from './xml.ts';

/** Makes the lessons of a web link. */
export function linkLessons(drafts: Drafts, root: XmlElement, place: string, placing: Placing): MadeLesson[] {
  const url = placing.url ?? (elementAt(root, 'url')?.attributes.href ?? textAt(root, 'url') ?? '').trim();
  const item = drafts.item(place, placing.title || textAt(root, 'title') || url);
  return [drafts.lesson(item, placing, linked(drafts, item, url))];
}

/** Makes the lessons of an LTI link. */
export function toolLessons(drafts: Drafts, root: XmlElement, place: string, placing: Placing): MadeLesson[] {
  const item = drafts.item(place, placing.title || textAt(root, 'title') || '');
  const url = placing.url ?? textAt(root, 'secure_launch_url') ?? textAt(root, 'launch_url') ?? '';
  const description = textAt(root, 'description');
  return [drafts.lesson(item, placing, tool(drafts, item, url, description === undefined ? '' : `<p>${escapeMarkup(description)}</p>`))];
}

/** Makes the lessons of a page outside of the course that Canvas names only in its modules. */
export function lessonsTo(drafts: Drafts, url: string, place: string, placing: Placing): MadeLesson[] {
  const item = drafts.item(place, placing.title || url);
  return [drafts.lesson(item, placing, linked(drafts, item, url))];
}

/** Makes the lessons of a tool that Canvas names only in its modules. */
export function toolLessonsTo(drafts: Drafts, url: string, place: string, placing: Placing): MadeLesson[] {
  const item = drafts.item(place, placing.title || url);
  return [drafts.lesson(item, placing, tool(drafts, item, url))];
}

function tool(drafts: Drafts, item: Item, url: string, description = ''): Shown {
  drafts.source.ledger.change(item, 'tool_as_text');
  return textLesson(description + linkHtml(url === '' ? '' : addressOf(drafts, item, url), item.title));
}

function linked(drafts: Drafts, item: Item, url: string): Shown {
  const address = addressOf(drafts, item, url);
  return lessonAt(address, false) ?? textLesson(linkHtml(address, item.title));
}

/** Returns the address of a web page, or an empty text if the link leads to none. */
function addressOf({ source: { ledger } }: Drafts, item: Item, url: string): string {
  const address = webAddress(url);
  if (address === undefined) ledger.change(item, 'link_lost', url);
  return address ?? '';
}
