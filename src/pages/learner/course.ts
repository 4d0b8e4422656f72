import type { Shape } from '../../domain/kernel/contract.ts';
import { notice } from '../parts/form.ts';
import { type Html, html, type Part } from '../parts/html.ts';
import { lockText, STATES, TYPES } from '../parts/lesson-state.ts';
import { numberText, percentText, progress } from '../parts/progress.ts';
import type { PageRoute, Visit } from '../visit.ts';
import { courseUrl, ifLearner, isStaffOf, type Outline, openerOf, readOutline } from './learning.ts';

function conditionText(visit: Visit, { kind, required, actual }: Shape<'CertificateCondition'>): string {
  const { say } = visit;
  if (kind === 'name') return say('page.learn.condition.name');
  if (kind === 'lessons') return say('page.learn.condition.lessons', { actual: numberText(visit, actual ?? 0), required: numberText(visit, required ?? 0) });
  return say(kind === 'grade' ? 'page.learn.condition.grade' : 'page.learn.condition.attendance', { required: percentText(visit, required ?? 0) });
}

function lessonRow(visit: Visit, outline: Outline, lesson: Shape<'CurriculumLesson'>): Html {
  const { say } = visit;
  const { id, title, content_type, state, due_at } = lesson;
  const locked = lockText(visit, lesson);
  const opener = openerOf(outline, lesson);
  return html`<li class="${locked ? 'locked' : state}"><a href="${courseUrl(visit, `/${id}`)}">${title}</a>
<span class="quiet">${say(TYPES[content_type])} · ${locked ?? say(STATES[state])}${due_at && state !== 'completed' && html` · ${say('page.learn.due', { at: new Date(due_at) })}`}</span>
${opener && html`<span class="quiet"><a href="${courseUrl(visit, `/${opener.id}`)}">${say('page.learn.lock.go', { title: opener.title })}</a></span>`}</li>`;
}

export const lessonList = (visit: Visit, outline: Outline): Html =>
  html`<ol class="outline">${outline.chapters.map(
    ({ id, title, lesson_count, completed_lessons }) => html`<li><h2>${title}</h2>
<p class="quiet">${visit.say('page.learn.counted', { done: numberText(visit, completed_lessons), count: lesson_count })}</p>
<ol class="lessons">${outline.lessons.filter(({ chapter_id }) => chapter_id === id).map((lesson) => lessonRow(visit, outline, lesson))}</ol></li>`,
  )}</ol>`;

/** Shows the missing requirements for the certificate, or a link to it. */
export function certificateCard(visit: Visit, found: Shape<'CertificateProgress'> | null): Part {
  const { say, link } = visit;
  if (!found?.is_enabled && !found?.certificate) return null;
  return html`<section class="card"><h2>${say('page.learn.certificate')}</h2>
${
  found.certificate
    ? html`<p>${say('page.learn.certificate_done')}</p>
<ul class="links"><li><a href="${found.certificate.url}">${say('page.certificates.show')}</a></li>
<li><a href="${link('/account/certificates')}">${say('page.certificates.title')}</a></li></ul>`
    : html`<p>${say('page.learn.certificate_needs')}</p>
<ul>${found.conditions.map(
        (condition) =>
          html`<li>${conditionText(visit, condition)} <span class="badge">${say(condition.is_met ? 'page.learn.met' : 'page.learn.missing')}</span></li>`,
      )}</ul>`
}</section>`;
}

/** Writes the next step in the course: the single button of the page, or the reason why there is none. */
function next(visit: Visit, { is_enrolled, course }: Outline, read: Shape<'CourseProgress'> | null): Html {
  const { say, link } = visit;
  const state = read?.enrollment.state;
  if (state === 'revoked' || state === 'expired')
    return html`<p>${say(state === 'revoked' ? 'page.learn.revoked' : 'page.learn.expired')}</p>
<p><a class="button" href="${link(`/courses/${course.slug}`)}">${say('page.learn.renew')}</a></p>`;
  if (!is_enrolled)
    return html`<p>${say(isStaffOf(visit) ? 'page.learn.staff' : 'page.learn.outside')}</p>
<p><a class="button" href="${link(`/courses/${course.slug}`)}">${say('page.learn.renew')}</a></p>`;
  const { next_lesson, enrollment } = read as Shape<'CourseProgress'>;
  return html`${
    next_lesson &&
    html`<form method="post" action="${courseUrl(visit)}"><input type="hidden" name="lesson" value="${next_lesson.lesson_id}">
<button type="submit">${say(enrollment.first_access_at === null ? 'page.learn.start' : 'page.learn.continue')}</button></form>
<p class="quiet">${say('page.learn.next', { title: next_lesson.title })}</p>`
  }
${enrollment.state === 'completed' && html`<p><span class="badge">${say('page.learn.completed')}</span></p>`}
${enrollment.expires_at && html`<p class="quiet">${say('page.learn.until', { at: new Date(enrollment.expires_at) })}</p>`}`;
}

/** Shows a learner the contents of a course, their progress, and the next step. */
export const learnCourse: PageRoute = {
  path: '/learn/:course',
  needsUser: true,
  async show(visit) {
    const { call, query, say, link, reader } = visit;
    const outline = await readOutline(visit);
    const at = { path: { course_pk: outline.course.id } };
    const isEnd = query.notice === 'end';
    const [read, certificate, organisation, discussion, grades] = await Promise.all([
      ifLearner(call('getCourseProgress', at)),
      ifLearner(call('getOwnCertificateProgress', at)),
      ifLearner(call('getTenantConfig')),
      ifLearner(call('getDiscussionSettings', at)),
      isEnd && outline.enrollment_id !== null ? ifLearner(call('getLearnerGrades', { path: { ...at.path, enrollment_pk: outline.enrollment_id } })) : null,
    ]);
    const support = organisation?.view === 'member' ? organisation.support_email : null;
    const { course, lesson_count, completed_lessons, percent } = outline;
    return {
      title: course.title,
      main: html`${notice(query.notice === 'enrolled' && say('page.course.done'))}
${notice(isEnd && say(lesson_count > 0 && completed_lessons === lesson_count ? 'page.lesson.all_done' : 'page.lesson.end'))}
${
  grades &&
  grades.cells.length > 0 &&
  html`<section class="card"><h2>${say('page.learn.result')}</h2><dl><dt>${say('page.grades.final')}</dt><dd>${grades.final.percent === null ? '–' : percentText(visit, grades.final.percent)}${grades.final.letter !== null && ` · ${grades.final.letter}`}</dd></dl>
<p><a href="${courseUrl(visit, '/grades')}">${say('page.learn.grades')}</a></p></section>`
}
<div class="columns wide"><div>
${outline.lessons.length > 0 ? lessonList(visit, outline) : html`<p class="card">${say('page.learn.nothing')}</p>`}
</div>
<aside aria-label="${say('page.course.entry')}">
<section class="card">
${read && lesson_count > 0 && progress({ say, reader }, percent, say('page.learn.counted', { done: numberText(visit, completed_lessons), count: lesson_count }))}
${next(visit, outline, read)}
</section>
${certificateCard(visit, certificate)}
${
  read &&
  html`<section class="card"><ul class="links">
<li><a href="${courseUrl(visit, '/grades')}">${say('page.learn.grades')}</a></li>
${discussion?.is_enabled && html`<li><a href="${courseUrl(visit, '/discussion')}">${say('page.learn.discussion')}</a></li>`}
<li><a href="${link(`/courses/${course.slug}`)}">${say('page.learn.renew')}</a></li>
${support && html`<li>${say('page.learn.support')} <a href="mailto:${support}">${support}</a></li>`}
</ul></section>`
}
</aside></div>`,
    };
  },
  async act(visit) {
    const { call, path, form: sent } = visit;
    await call('openCourse', { path: { course_pk: path.course ?? '' } });
    return { redirect: courseUrl(visit, sent.lesson ? `/${encodeURIComponent(sent.lesson)}` : '') };
  },
};
