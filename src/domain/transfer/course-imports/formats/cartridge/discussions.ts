import { assigned } from './assignments.ts';
import type { Drafts } from './drafts.ts';
import { rewriteHtml } from './html.ts';
import type { Resource } from './manifest.ts';
import { htmlToMarkdown } from './markdown.ts';
import { frameLessons } from './pages.ts';
import { windowOf } from './schedule.ts';
import type { MadeLesson, Placing } from './source.ts';
import { promptHtml, textLesson } from './texts.ts';
import { elementAt, textAt, type XmlElement } from './xml.ts';

/** A discussion: a lesson with its prompt, or an assignment if Canvas grades it. */
export async function discussionLessons(drafts: Drafts, root: XmlElement, resource: Resource, place: string, placing: Placing): Promise<MadeLesson[]> {
  const { source } = drafts;
  const item = drafts.item(place, placing.title || textAt(root, 'title') || '');
  const { html, losses, frames } = rewriteHtml(promptHtml(root), drafts.place(place));
  drafts.lose(item, losses);
  source.ledger.change(item, 'discussion_as_text');
  const meta = await drafts.partOf(resource, 'topicMeta');
  const isPublished = placing.isPublished && textAt(meta, 'workflow_state') !== 'unpublished';
  const settings = elementAt(meta, 'assignment');
  const more = frameLessons(drafts, item, frames, isPublished);
  if (!settings) return [drafts.lesson(item, { isPublished }, { ...textLesson(html), ...windowOf(source, item, { unlock: placing.unlockAt }) }), ...more];
  const graded = assigned(drafts, item, settings, { instructions: htmlToMarkdown(html), submission_kinds: ['text'] }, { ...placing, isPublished });
  return [drafts.lesson(item, { isPublished: graded.is_published }, graded), ...more];
}
