import type { Shape } from '../../domain/kernel/contract.ts';
import { type Html, html, type Part } from '../parts/html.ts';
import { numberText, percentText } from '../parts/progress.ts';
import type { PageRoute, Visit } from '../visit.ts';
import { courseUrl, ifLearner, readOutline } from './learning.ts';
import { feedback } from './lessons/assignment.ts';

const STATES = {
  graded: 'page.grades.state.graded',
  excused: 'page.grades.state.excused',
  needs_grading: 'page.grades.state.needs_grading',
  missing: 'page.grades.state.missing',
  not_submitted: 'page.grades.state.not_submitted',
  anonymous: 'page.grades.state.needs_grading',
} as const;

const scoreText = (visit: Visit, { score, points }: { score: number | null; points: number }): string =>
  score === null ? '–' : visit.say('page.grades.of', { score: numberText(visit, score), points: numberText(visit, points) });

function row(visit: Visit, cell: Shape<'GradeDetail'>): Html {
  const { say } = visit;
  const { lesson_id, title, state, letter, is_late, is_omitted, dropped_from } = cell;
  return html`<tr><th scope="row"><a href="${courseUrl(visit, `/${lesson_id}`)}">${title}</a></th>
<td>${scoreText(visit, cell)}${letter !== null && ` (${letter})`}</td>
<td>${say(STATES[state])}${is_late && html` <span class="quiet">${say('page.grades.late')}</span>`}${(is_omitted || dropped_from.length > 0) && html` <span class="quiet">${say('page.grades.dropped')}</span>`}</td></tr>`;
}

function total(visit: Visit, term: string, { percent, letter, is_passed, ...sum }: Shape<'CourseGrade'>): Html {
  const { say } = visit;
  return html`<dt>${term}</dt><dd>${percent === null ? '–' : `${percentText(visit, percent)} · ${scoreText(visit, sum)}`}${letter !== null && ` · ${letter}`}
${is_passed !== null && html` <span class="badge">${say(is_passed ? 'page.quiz.passed' : 'page.quiz.failed')}</span>`}</dd>`;
}

/** Shows learners their posted grades, with the feedback on their work. */
export const grades: PageRoute = {
  path: '/learn/:course/grades',
  needsUser: true,
  async show(visit) {
    const { call, say } = visit;
    const { course, enrollment_id } = await readOutline(visit);
    const found = enrollment_id === null ? null : await ifLearner(call('getLearnerGrades', { path: { course_pk: course.id, enrollment_pk: enrollment_id } }));
    const about = (cell: Shape<'GradeDetail'>): Part => cell.comments.length > 0 && html`<h2>${cell.title}</h2>${feedback(visit, cell)}`;
    return {
      title: say('page.learn.grades'),
      main: html`<p class="quiet wide">${course.title}</p>
${
  found && found.cells.length > 0
    ? html`<section class="card"><dl>${total(visit, say('page.grades.current'), found.current)}${total(visit, say('page.grades.final'), found.final)}
${found.attendance && html`<dt>${say('page.grades.attendance')}</dt><dd>${percentText(visit, found.attendance.percent)} · ${scoreText(visit, found.attendance)}</dd>`}</dl>
${found.final.percent !== found.current.percent && html`<p class="quiet">${say('page.grades.final_text')}</p>`}</section>
<div class="scroll" tabindex="0" role="region" aria-label="${say('page.grades.caption')}"><table><caption>${say('page.grades.caption')}</caption>
<thead><tr><th scope="col">${say('page.grades.item')}</th><th scope="col">${say('page.grades.score')}</th><th scope="col">${say('page.grades.state')}</th></tr></thead>
<tbody>${found.cells.map((cell) => row(visit, cell))}</tbody></table></div>
${found.cells.map(about)}`
    : html`<p class="card">${say('page.grades.none')}</p>`
}
<p><a href="${courseUrl(visit)}">${say('page.lesson.back')}</a></p>`,
    };
  },
};
