import { escapeMarkup } from '../../../../kernel/escape-markup.ts';
import type { Drafts } from './drafts.ts';
import type { CourseFile } from './files.ts';
import type { Frame } from './html.ts';
import type { Item } from './ledger.ts';
import { lessonAt } from './links.ts';
import { readPage } from './page.ts';
import { windowOf } from './schedule.ts';
import type { MadeLesson, Placing, Shown } from './source.ts';
import { linkHtml, textLesson } from './texts.ts';

/** Makes the lessons of a page and of what it shows in frames. */
export async function pageLessons(drafts: Drafts, name: string, { unlockAt, ...placing }: Placing): Promise<MadeLesson[]> {
  const page = readPage(await drafts.source.entries.read(name), drafts.place(name));
  const item = drafts.item(name, placing.title || page.title);
  drafts.lose(item, page.losses);
  const isPublished = placing.isPublished && page.workflowState !== 'unpublished';
  const lesson = drafts.lesson(item, { isPublished }, { ...textLesson(page.html), ...windowOf(drafts.source, item, { unlock: unlockAt }) });
  return [lesson, ...frameLessons(drafts, item, page.frames, isPublished)];
}

/** Makes the lessons that show what a text showed in frames. */
export const frameLessons = (drafts: Drafts, { place, title }: Item, frames: readonly Frame[], isPublished: boolean): MadeLesson[] =>
  frames.map((frame, index) => {
    const item = drafts.item(`${place}#frame-${index + 1}`, frame.title || title);
    const lesson = 'file' in frame ? fileLesson(frame.file) : (lessonAt(frame.url, true) ?? textLesson(linkHtml(frame.url, item.title)));
    return drafts.lesson(item, { isPublished }, lesson);
  });

/** Makes the lesson that shows a file, unless courses do not have files of its kind. */
export function fileLessons(drafts: Drafts, name: string, placing: Placing): MadeLesson[] {
  const file = drafts.source.files.take(name);
  if (!file) return [];
  const item = drafts.item(`${name}#lesson`, placing.title || file.title);
  return [drafts.lesson(item, placing, { ...fileLesson(file), ...windowOf(drafts.source, item, { unlock: placing.unlockAt }) })];
}

function fileLesson({ id, kind, title }: CourseFile): Shown {
  if (kind === 'image') return textLesson(`<p><img src="file:${id}" alt="${escapeMarkup(title)}"></p>`);
  if (kind === 'document') return { content_type: 'document', content: { source: 'upload', document_id: id, file_name: null, is_downloadable: true } };
  return { content_type: 'video', content: { source: 'hosted', media_id: id, captions: [], duration_seconds: null } };
}
