import { assigned } from './assignments.ts';
import type { Drafts } from './drafts.ts';
import { rewriteHtml } from './html.ts';
import type { Item } from './ledger.ts';
import type { Resource } from './manifest.ts';
import { htmlToMarkdown } from './markdown.ts';
import { frameLessons } from './pages.ts';
import { windowOf } from './schedule.ts';
import type { MadeLesson, Placing } from './source.ts';
import { promptHtml, textLesson } from './texts.ts';
import { elementAt, isTrue, textAt, type XmlElement } from './xml.ts';

/**
 * Makes the lessons of a discussion: a lesson with its prompt, or an assignment if Canvas grades it, and a topic about that. Announcements become lessons only,
 * because they have been made already.
 */
export async function discussionLessons(drafts: Drafts, root: XmlElement, resource: Resource, place: string, placing: Placing): Promise<MadeLesson[]> {
  const { source } = drafts;
  const item = drafts.item(place, placing.title || textAt(root, 'title') || '');
  const { html, losses, frames } = rewriteHtml(promptHtml(root), drafts.place(place));
  drafts.lose(item, losses);
  const meta = await drafts.partOf(resource, 'topicMeta');
  open(drafts, item, html, meta);
  const isPublished = placing.isPublished && textAt(meta, 'workflow_state') !== 'unpublished';
  const settings = elementAt(meta, 'assignment');
  const more = frameLessons(drafts, item, frames, isPublished);
  if (!settings) {
    const window = windowOf(source, item, { unlock: textAt(meta, 'delayed_post_at') ?? placing.unlockAt });
    return [drafts.lesson(item, { isPublished }, { ...textLesson(html), ...window }), ...more];
  }
  const graded = assigned(drafts, item, settings, { instructions: htmlToMarkdown(html), submission_kinds: ['text'] }, { ...placing, isPublished });
  return [drafts.lesson(item, { isPublished: graded.is_published }, graded), ...more];
}

function open(drafts: Drafts, item: Required<Item>, html: string, meta: XmlElement | undefined): void {
  const { ledger } = drafts.source;
  if (textAt(meta, 'type') === 'announcement') {
    ledger.change(item, 'discussion_as_text');
    return;
  }
  const lost = ['require_initial_post', 'has_group_category'].filter((name) => isTrue(textAt(meta, name)));
  const closes = textAt(meta, 'lock_at') === undefined ? [] : ['lock_at'];
  if (lost.length + closes.length > 0) ledger.change(item, 'features_lost', [...lost, ...closes].join(', '));
  const isLocked = isTrue(textAt(meta, 'locked')) || textAt(meta, 'workflow_state') === 'locked';
  drafts.discuss(item, html, { is_pinned: isTrue(textAt(meta, 'pinned')), is_locked: isLocked });
}
