import type { Shape } from '../../domain/kernel/contract.ts';
import { NotFoundError } from '../../domain/kernel/errors.ts';
import { notice } from '../parts/form.ts';
import { type Html, html, type Part } from '../parts/html.ts';
import { lockText, TYPES } from '../parts/lesson-state.ts';
import { percentText, progress as progressBar } from '../parts/progress.ts';
import type { Page, PageRoute, Visit } from '../visit.ts';
import { lessonList } from './course.ts';
import { courseUrl, ifLearner, isStaffOf, type Outline, openerOf, problemOf, readOutline } from './learning.ts';
import { showAssignment } from './lessons/assignment.ts';
import { actInAssignment } from './lessons/hand-in.ts';
import { type LessonVisit, lessonPath, type Shown } from './lessons/kind.ts';
import { actInQuiz, showQuiz } from './lessons/quiz.ts';
import { showDocument, showEmbed, showText } from './lessons/reading.ts';
import { showVideo } from './lessons/video.ts';
import { topicList } from './posts.ts';
import { FILE_FIELDS, uploadUrl } from './sent-files.ts';

type Row = Shape<'CurriculumLesson'>;

/** Number of topics about a lesson that are shown below it. */
const SHOWN_TOPICS = '5';

interface Read extends LessonVisit {
  row: Row;
  grade: Shape<'GradeDetail'> | undefined;
  /** The latest topics about the lesson. Null if there is no discussion for the visitor. */
  topics: Shape<'DiscussionTopicSummary'>[] | null;
  /** URL to which files of the lesson are uploaded. Null if it accepts none. */
  uploads: string | null;
}

async function read(visit: Visit): Promise<Read> {
  const { call, path } = visit;
  const outline = await readOutline(visit);
  const row = outline.lessons.find(({ id }) => id === path.lesson);
  if (!row) throw new NotFoundError();
  const at = lessonPath({ ...row, course_id: outline.course.id });
  const needsGrade = row.content_type === 'assignment' || (row.content_type === 'quiz' && visit.req.method === 'GET');
  const isReading = visit.req.method === 'GET' && row.lock_reason === null && visit.me !== null;
  const [lesson, progress, grades, talk, uploads] = await Promise.all([
    call('getLesson', { path: at }),
    outline.is_enrolled ? ifLearner(call('getLessonProgress', { path: at })) : null,
    needsGrade && outline.is_enrolled && outline.enrollment_id !== null
      ? ifLearner(call('getLearnerGrades', { path: { course_pk: outline.course.id, enrollment_pk: outline.enrollment_id } }))
      : null,
    isReading
      ? ifLearner(call('listDiscussionTopics', { path: { course_pk: outline.course.id }, query: { lesson_id: row.id, page_size: SHOWN_TOPICS } }))
      : null,
    row.content_type === 'assignment' ? uploadUrl(visit) : null,
  ]);
  return { visit, outline, lesson, progress, row, topics: talk?.results ?? null, uploads, grade: grades?.cells.find(({ lesson_id }) => lesson_id === row.id) };
}

/** Explains why the lesson is locked, and how it is unlocked. */
function locked({ visit, outline, row }: Read): Html {
  const { say, link } = visit;
  const opener = openerOf(outline, row);
  const isOutside = row.lock_reason === 'not_enrolled' || row.lock_reason === 'expired';
  return html`<div class="card"><p><strong>${say('page.learn.locked')}</strong></p><p>${lockText(visit, row)}</p>
${opener && html`<p><a class="button" href="${courseUrl(visit, `/${opener.id}`)}">${say('page.learn.lock.go', { title: opener.title })}</a></p>`}
${isOutside && html`<p><a class="button" href="${link(`/courses/${outline.course.slug}`)}">${say('page.learn.renew')}</a></p>`}</div>`;
}

function shownBy(found: Read): Shown {
  const { lesson, grade } = found;
  if (lesson.content === null)
    return { main: html`<p class="card">${found.visit.say('page.lesson.empty')}</p>`, rule: null, isDoneByHand: lesson.content_type === 'lesson' };
  switch (lesson.content_type) {
    case 'lesson':
      return showText(found, lesson.content);
    case 'document':
      return showDocument(found, lesson.content);
    case 'embed':
      return showEmbed(found, lesson.content);
    case 'video':
      return showVideo(found, lesson.content);
    case 'quiz':
      return showQuiz(found, lesson.content, grade);
    default:
      return showAssignment(found, lesson.content, grade);
  }
}

/** Returns the URL of the next lesson, or of the course if this is the last lesson. */
function afterUrl({ visit, outline, row }: Read): { url: string; isLast: boolean } {
  const next = outline.lessons[outline.lessons.indexOf(row) + 1];
  return { url: next ? courseUrl(visit, `/${next.id}`) : courseUrl(visit, '', { notice: 'end' }), isLast: !next };
}

/** Writes the button that leads on. For lessons that learners mark as done themselves, it also records that. */
function onward(found: Read, { isDoneByHand = false, hasButton = false }: Shown): Part {
  const { visit, outline, row, progress } = found;
  const { say, link } = visit;
  const { url, isLast } = afterUrl(found);
  const words = say(isLast ? 'page.lesson.finish' : 'page.lesson.go_on');
  if (!outline.is_enrolled)
    return !isStaffOf(visit) && html`<p><a class="button" href="${link(`/courses/${outline.course.slug}`)}">${say('page.lesson.enroll')}</a></p>`;
  if (isDoneByHand && progress?.state !== 'completed')
    return html`<form method="post" action="${courseUrl(visit, `/${row.id}`)}" class="inline"><button type="submit" name="do" value="done">${say(isLast ? 'page.lesson.finish' : 'page.lesson.done')}</button></form>`;
  return html`<p><a class="button${(hasButton || progress?.state !== 'completed') && ' secondary'}" href="${url}">${words}</a></p>`;
}

/** @param leadsOn whether another control of the page leads to the next lesson */
function around({ visit, outline, row }: Read, leadsOn: boolean): Html {
  const { say } = visit;
  const at = outline.lessons.indexOf(row);
  const [before, after] = [outline.lessons[at - 1], leadsOn ? undefined : outline.lessons[at + 1]];
  return html`<nav class="row" aria-label="${say('page.lesson.around')}">
${before && html`<a href="${courseUrl(visit, `/${before.id}`)}" rel="prev">${say('page.lesson.previous', { title: before.title })}</a>`}
${after && html`<a href="${courseUrl(visit, `/${after.id}`)}" rel="next">${say('page.lesson.next', { title: after.title })}</a>`}
<a href="${courseUrl(visit)}">${say('page.lesson.back')}</a></nav>`;
}

/** Lists the topics about the lesson, with a link to write a new one. */
const lessonTalk = (
  { visit, row }: Read,
  topics: readonly Shape<'DiscussionTopicSummary'>[],
): Html => html`<section class="card"><h2>${visit.say('page.talk.of_lesson')}</h2>
${topics.length > 0 ? topicList(visit, topics) : html`<p class="quiet">${visit.say('page.talk.quiet')}</p>`}
<p><a href="${courseUrl(visit, '/discussion', { lesson: row.id })}#ask">${visit.say('page.talk.ask')}</a></p></section>`;

const contents = (visit: Visit, outline: Outline): Html => html`<nav class="contents" aria-label="${visit.say('page.lesson.contents')}"><details>
<summary>${visit.say('page.lesson.contents')}</summary>${lessonList(visit, outline)}</details></nav>`;

/** Whether the lesson waits for the learner to begin it. A lesson with a viewing window is shown only then. */
const waitsToBegin = ({ row, progress, lesson }: Read): boolean =>
  progress !== null && row.view_window_minutes !== null && progress.first_opened_at === null && lesson.content === null;

function shownOrLocked(found: Read): Shown {
  const { visit, row } = found;
  const { say } = visit;
  if (row.lock_reason !== null) return { main: locked(found), rule: null };
  if (!waitsToBegin(found)) return shownBy(found);
  return {
    main: html`<div class="card"><p>${say('page.lesson.window', { minutes: row.view_window_minutes ?? 0 })}</p>
<form method="post" action="${courseUrl(visit, `/${row.id}`)}"><button type="submit" name="do" value="begin">${say('page.lesson.begin')}</button></form></div>`,
    rule: null,
    hasButton: true,
  };
}

function page(found: Read): Page {
  const { visit, outline, row, progress } = found;
  const { say, reader, query } = visit;
  const shown = shownOrLocked(found);
  const path = lessonPath({ ...row, course_id: outline.course.id });
  const isOpen = row.lock_reason === null && !waitsToBegin(found);
  return {
    title: row.title,
    before: contents(visit, outline),
    needs: {
      ...shown.needs,
      ...(isOpen && progress ? { scripts: found.uploads ? (['lesson', 'forms'] as const) : (['lesson'] as const) } : {}),
      ...(found.uploads ? { connects: [found.uploads] } : {}),
    },
    main: html`<div class="wide lesson"${isOpen && progress && html` data-progress="/api/v1/courses/${path.course_pk}/chapters/${path.chapter_pk}/lessons/${path.id}/progress/" data-organisation="${query.organisation}"${progress.first_opened_at === null && row.content_type !== 'document' && row.content_type !== 'embed' && html` data-opens="on"`}`}>
<p class="quiet">${outline.course.title} · ${say(TYPES[row.content_type])}${row.lock_reason === null && shown.rule && progress?.state !== 'completed' && html` · ${shown.rule}`}</p>
${!outline.is_enrolled && isStaffOf(visit) && html`<p class="notice">${say('page.learn.staff')}</p>`}
${progress?.completed_at && notice(say('page.lesson.completed', { at: new Date(progress.completed_at) }))}
${progress?.view_until && isOpen && html`<p class="quiet">${say('page.lesson.view_until', { at: new Date(progress.view_until) })}</p>`}
${shown.main}
${isOpen && !shown.isBusy && onward(found, shown)}
${isOpen && !shown.isBusy && found.topics && lessonTalk(found, found.topics)}
${outline.is_enrolled && progressBar({ say, reader }, outline.percent, `${outline.course.title}: ${say('page.learn.progress', { percent: percentText({ reader }, outline.percent) })}`)}
${around(found, isOpen && outline.is_enrolled)}</div>`,
  };
}

/** Marks the lesson as done, opening it first if the learner has not opened it. */
async function finish({ visit, row, outline, progress }: Read): Promise<void> {
  const path = lessonPath({ ...row, course_id: outline.course.id });
  if (progress?.first_opened_at === null || row.content_type === 'document' || row.content_type === 'embed')
    await visit.call('recordLessonProgress', { path, body: { event: 'opened' } });
  if (row.content_type === 'lesson') await visit.call('recordLessonProgress', { path, body: { event: 'read' } });
}

/** Shows a lesson, and records the learner's actions in it. */
export const learnLesson: PageRoute = {
  path: '/learn/:course/:lesson',
  maxBytes: 12 * 1024 * 1024,
  files: FILE_FIELDS,
  show: async (visit) => page(await read(visit)),
  async act(visit) {
    const found = await read(visit);
    const { row, outline, lesson } = found;
    if (visit.form.do === 'done') {
      await finish(found);
      return { redirect: afterUrl(found).url };
    }
    if (row.content_type === 'quiz' && visit.form.do !== 'begin') {
      const acted = await actInQuiz(found);
      return Array.isArray(acted) ? again(found, { problem: problemOf(visit, acted) }) : acted;
    }
    if (lesson.content_type === 'assignment' && visit.form.do !== 'begin') {
      const acted = await actInAssignment(found);
      return typeof acted === 'string' ? { redirect: acted } : again(found, acted);
    }
    await visit.call('recordLessonProgress', { path: lessonPath({ ...row, course_id: outline.course.id }), body: { event: 'opened' } });
    return { redirect: courseUrl(visit, `/${row.id}`) };
  },
};

/** Shows the form again, with its faults, if any. Valid answers of a quiz and uploaded files have been saved. */
function again(found: Read, changed: Partial<Pick<Visit, 'form' | 'problem'>>): Page {
  const shown = page({ ...found, visit: { ...found.visit, ...changed } });
  return changed.problem ? { ...shown, problem: changed.problem, status: changed.problem.status } : shown;
}
