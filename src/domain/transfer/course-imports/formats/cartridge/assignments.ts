import { DEFAULT_CONFIG } from '../../../../assessment/gradebook/columns.ts';
import type { Shape } from '../../../../kernel/contract.ts';
import { asMarkdown } from '../question-course.ts';
import type { Drafts } from './drafts.ts';
import { baseName } from './entries.ts';
import { gradingOf, rounded } from './grading.ts';
import { rewriteHtml } from './html.ts';
import { ASSIGNMENT_SETTINGS, IS_PAGE } from './kinds.ts';
import type { Item } from './ledger.ts';
import type { Resource } from './manifest.ts';
import { htmlToMarkdown } from './markdown.ts';
import { readPage } from './page.ts';
import { frameLessons } from './pages.ts';
import { dueOf, windowOf } from './schedule.ts';
import type { MadeLesson, Placing, Shown } from './source.ts';
import { promptHtml } from './texts.ts';
import { elementAt, elementsOf, isFalse, isTrue, numberAt, textAt, textOf, type XmlElement } from './xml.ts';

type Content = Shape<'AssignmentContent'>;

const MOST_POINTS = 10_000;
const MOST_EXTENSIONS = 50;

const SUBMISSIONS: Readonly<Record<string, Shape<'SubmissionKind'>>> = {
  online_text_entry: 'text',
  online_upload: 'file',
  online_url: 'url',
  text: 'text',
  html: 'text',
  file: 'file',
  url: 'url',
};

/** Makes the lessons of an assignment in the form that an extension of the specification describes. */
export function assignmentLessons(drafts: Drafts, root: XmlElement, place: string, placing: Placing): MadeLesson[] {
  const { source } = drafts;
  const item = drafts.item(place, placing.title || textAt(root, 'title') || '');
  const { html, losses, frames } = rewriteHtml(promptHtml(root), drafts.place(place));
  drafts.lose(item, losses);
  if (textAt(root, 'instructor_text') !== undefined) source.ledger.change(item, 'instructor_text_lost');
  const gradable = elementAt(root, 'gradable');
  const formats = elementsOf(elementAt(root, 'submission_formats'), 'format').map(({ attributes }) => attributes.type ?? '');
  const points = Number(gradable?.attributes.points_possible ?? (isTrue(textOf(gradable)) ? 100 : 0));
  const content = contentOf(drafts, item, htmlToMarkdown(html), formats, points, []);
  const ungraded = gradable && isFalse(textOf(gradable)) ? { grading: { ...DEFAULT_CONFIG, is_graded: false, anonymous_grading: false } } : {};
  return [
    drafts.lesson(item, placing, { content_type: 'assignment', content, ...ungraded, ...windowOf(source, item, { unlock: placing.unlockAt }) }),
    ...frameLessons(drafts, item, frames, placing.isPublished),
  ];
}

/** Makes the lessons of a Canvas assignment from its settings and a page with its instructions. */
export async function canvasAssignmentLessons(drafts: Drafts, resource: Resource, placing: Placing): Promise<MadeLesson[]> {
  const name = resource.files.find((file) => baseName(file) === ASSIGNMENT_SETTINGS) as string;
  const page = resource.href ?? resource.files.find((file) => IS_PAGE.test(file));
  const settings = await drafts.xml(name, { place: name, title: placing.title });
  if (!settings) return [];
  const text = page === undefined || !IS_PAGE.test(page) ? undefined : readPage(await drafts.source.entries.read(page), drafts.place(page));
  const item = drafts.item(page ?? name, placing.title || textAt(settings, 'title') || '');
  drafts.lose(item, text?.losses ?? new Set());
  const kinds = (textAt(settings, 'submission_types') ?? '').split(',').map((kind) => kind.trim());
  const extensions = (textAt(settings, 'allowed_extensions') ?? '').split(',').map((extension) => extension.trim().toLowerCase().replace(/^\./, ''));
  const content = contentOf(
    drafts,
    item,
    htmlToMarkdown(text?.html ?? ''),
    kinds,
    numberAt(settings, 'points_possible') ?? 0,
    extensions.filter((extension) => /^[a-z0-9]{1,10}$/.test(extension)),
  );
  const made = assigned(drafts, item, settings, content, placing);
  return [drafts.lesson(item, { isPublished: made.is_published }, made), ...frameLessons(drafts, item, text?.frames ?? [], made.is_published)];
}

function contentOf(
  { source }: Drafts,
  item: Required<Item>,
  instructions: string,
  kinds: readonly string[],
  points: number,
  extensions: readonly string[],
): Content {
  const known = [...new Set(kinds.flatMap((kind) => SUBMISSIONS[kind] ?? []))];
  if (known.length === 0) source.ledger.change(item, 'submission_kinds_changed', kinds.filter(Boolean).join(', ').slice(0, 100) || null);
  return {
    instructions: instructions.trim() || asMarkdown(item.title),
    submission_kinds: known.length === 0 ? ['text', 'file'] : known,
    points: rounded(points, MOST_POINTS),
    due: { kind: 'none' },
    max_files: 1,
    allowed_file_extensions: known.includes('file') ? [...new Set(extensions)].slice(0, MOST_EXTENSIONS) : [],
    sample_solution: null,
  };
}

/** Returns an assignment with the points, dates and grading that Canvas states. */
export function assigned(
  drafts: Drafts,
  item: Required<Item>,
  settings: XmlElement,
  content: Pick<Content, 'instructions' | 'submission_kinds'> & Partial<Content>,
  placing: Placing,
): Shown & Partial<MadeLesson> & Pick<MadeLesson, 'is_published'> {
  const { source } = drafts;
  const whole: Content = {
    points: rounded(numberAt(settings, 'points_possible') ?? 0, MOST_POINTS),
    max_files: 1,
    allowed_file_extensions: [],
    sample_solution: null,
    ...content,
    instructions: content.instructions.trim() || asMarkdown(item.title),
    due: dueOf(source, textAt(settings, 'due_at')),
  };
  const unknown = ['peer_reviews', 'moderated_grading', 'has_group_category'].filter((name) => isTrue(textAt(settings, name)));
  if (unknown.length > 0) source.ledger.change(item, 'features_lost', unknown.join(', '));
  drafts.name(settings.attributes.identifier, item.id);
  return {
    content_type: 'assignment',
    content: whole,
    is_published: placing.isPublished && textAt(settings, 'workflow_state') !== 'unpublished',
    grading: gradingOf(source.canvas, settings, null),
    ...windowOf(source, item, { unlock: textAt(settings, 'unlock_at') ?? placing.unlockAt, lock: textAt(settings, 'lock_at') }),
  };
}
