import { escapeMarkup } from '../../../../kernel/escape-markup.ts';
import type { Drafts } from './drafts.ts';
import { lessonAt } from './links.ts';
import type { MadeLesson, Placing, Shown } from './source.ts';
import { linkHtml, textLesson } from './texts.ts';
import { elementAt, textAt, type XmlElement } from './xml.ts';

/** A web link. */
export function linkLessons(drafts: Drafts, root: XmlElement, place: string, placing: Placing): MadeLesson[] {
  const url = (elementAt(root, 'url')?.attributes.href ?? textAt(root, 'url') ?? '').trim();
  const item = drafts.item(place, placing.title || textAt(root, 'title') || url);
  if (!/^https?:/i.test(url)) drafts.source.ledger.change(item, 'link_lost', url.slice(0, 200) || null);
  return [drafts.lesson(item, placing, linked(url, item.title))];
}

/** An LTI link. */
export function toolLessons(drafts: Drafts, root: XmlElement, place: string, placing: Placing): MadeLesson[] {
  const item = drafts.item(place, placing.title || textAt(root, 'title') || '');
  const url = textAt(root, 'secure_launch_url') ?? textAt(root, 'launch_url') ?? '';
  const description = textAt(root, 'description');
  drafts.source.ledger.change(item, 'tool_as_text');
  return [drafts.lesson(item, placing, textLesson(`${description === undefined ? '' : `<p>${escapeMarkup(description)}</p>`}${linkHtml(url, item.title)}`))];
}

/** A page outside of the course that Canvas names only in its modules. */
export function lessonsTo(drafts: Drafts, url: string, place: string, placing: Placing): MadeLesson[] {
  const item = drafts.item(place, placing.title || url);
  return [drafts.lesson(item, placing, linked(url, item.title))];
}

/** A tool that Canvas names only in its modules. */
export function toolLessonsTo(drafts: Drafts, url: string, place: string, placing: Placing): MadeLesson[] {
  const item = drafts.item(place, placing.title || url);
  drafts.source.ledger.change(item, 'tool_as_text');
  return [drafts.lesson(item, placing, textLesson(linkHtml(url, item.title)))];
}

const linked = (url: string, title: string): Shown => lessonAt(url, false) ?? textLesson(linkHtml(url, title));
