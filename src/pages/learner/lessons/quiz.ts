import type { Shape } from '../../../domain/kernel/contract.ts';
import type { FieldFault } from '../../../domain/kernel/errors.ts';
import { faultsOf, form, notice } from '../../parts/form.ts';
import { type Html, html, type Part } from '../../parts/html.ts';
import { numberText, percentText } from '../../parts/progress.ts';
import { formulaText, markdownText } from '../../parts/rich-text.ts';
import type { Answer, Visit } from '../../visit.ts';
import { courseUrl } from '../learning.ts';
import { BEGAN, fieldsOf, isAnswered, partSize, readAnswers } from './answers.ts';
import { type LessonVisit, lessonPath, type Shown } from './kind.ts';
import { markName, marksOf, withMarks } from './marks.ts';
import { answerText, ask } from './questions.ts';

type Attempt = Shape<'QuizAttempt'>;
type Paper = Shape<'QuizPaper'>;
/** The grade of the lesson. Undefined if the lesson is not graded. */
type Grade = Shape<'GradeDetail'> | undefined;

const RELEASES = {
  after_passing: 'page.quiz.answers.after_passing',
  after_last_attempt: 'page.quiz.answers.after_last_attempt',
  never: 'page.quiz.answers.never',
} as const;

const COUNTS = {
  highest: 'page.quiz.counts.highest',
  latest: 'page.quiz.counts.latest',
  first: 'page.quiz.counts.first',
  average: 'page.quiz.counts.average',
} as const;

const partOf = (text: string | undefined): number => (/^\d{1,4}$/.test(text ?? '') ? Number(text) : 0);

const nowOf = ({ services }: Visit): Date => new Date(services.ports.clock.now());

const runningOf = ({ progress }: LessonVisit): Attempt | undefined => progress?.attempts.find(({ state }) => state === 'running');

/** Renames the fields in the operation's faults, which number the answers of one report, to those of this form. */
function inFields(visit: Visit, attempt: Attempt): Visit {
  if (!visit.problem) return visit;
  const size = partSize(attempt.questions.length);
  const { indexes } = readAnswers(attempt.questions, visit.form, partOf(visit.form.part) * size, size);
  const named = faultsOf(visit).map((fault): FieldFault => {
    const at = /^answers\.(\d+)/.exec(fault.field)?.[1];
    return at === undefined ? fault : { ...fault, field: `a${indexes[Number(at)]}` };
  });
  return { ...visit, problem: { ...visit.problem, errors: named } };
}

function clock({ say }: Visit, { due_at }: Attempt, now: Date): Part {
  return (
    due_at !== null &&
    html`<details class="card" open><summary>${say('page.quiz.clock')}</summary><p class="row"><span>${say('page.quiz.until', { at: new Date(due_at) })}</span>
<span class="mono" data-until="${due_at}" data-now="${now.toISOString()}" aria-hidden="true"></span></p></details>
<p class="unseen" data-spoken="${say('page.quiz.left', { time: '%' })}" role="status"></p>`
  );
}

const unanswered = ({ questions, answers }: Attempt): number[] =>
  questions.flatMap(({ id }, index) => (isAnswered(answers.find(({ question_id }) => question_id === id)) ? [] : [index]));

/** Lists the unanswered and the marked questions before the attempt is handed in. */
function review(shown: LessonVisit, attempt: Attempt): Html {
  const { visit, lesson } = shown;
  const { say } = visit;
  const size = partSize(attempt.questions.length);
  const here = courseUrl(visit, `/${lesson.id}`);
  const open = unanswered(attempt);
  const marked = [...marksOf(visit, attempt.id)].filter((index) => index < attempt.questions.length);
  const linkTo = (index: number) =>
    html`<li><a href="${courseUrl(visit, `/${lesson.id}`, { part: String(Math.floor(index / size)) })}#q${index}">${say('page.quiz.question', { number: String(index + 1) })}</a></li>`;
  return html`<div class="card">${
    open.length > 0
      ? html`<p>${say('page.quiz.open', { list: visit.reader.list(open.map((index) => String(index + 1))) })}</p><ul>${open.map(linkTo)}</ul>`
      : html`<p>${say('page.quiz.all_answered')}</p>`
  }
${marked.length > 0 && html`<p>${say('page.quiz.marked', { list: visit.reader.list(marked.map((index) => String(index + 1))) })}</p><ul>${marked.map(linkTo)}</ul>`}
<p><a href="${courseUrl(visit, `/${lesson.id}`, { part: '0' })}">${say('page.quiz.back_to')}</a></p>
${form({ action: here, submit: say('page.quiz.submit'), hidden: { do: 'submit', attempt: attempt.id, part: 'none' } })}</div>`;
}

function running(shown: LessonVisit, attempt: Attempt): Html {
  const visit = inFields(shown.visit, attempt);
  const { say, query, form: sent } = visit;
  const { questions, answers } = attempt;
  const size = partSize(questions.length);
  const parts = Math.ceil(questions.length / size);
  const part = Math.min(parts - 1, partOf(sent.part ?? query.part));
  const first = part * size;
  const asked = questions.slice(first, first + size);
  const saved: Record<string, string> = Object.assign(
    {},
    ...asked.map((question, at) =>
      fieldsOf(
        question,
        first + at,
        answers.find(({ question_id }) => question_id === question.id),
      ),
    ),
  );
  const values = sent.attempt === attempt.id && sent.part !== 'none' ? sent : saved;
  const began = (values === sent ? sent[BEGAN] : undefined) ?? new URLSearchParams(saved).toString();
  const marks = marksOf(visit, attempt.id);
  const isMarked = (index: number) => (values === sent ? sent[markName(index)] === 'on' : marks.has(index));
  const action = courseUrl(visit, `/${shown.lesson.id}`);
  if (query.part === 'review' && !visit.problem) return html`${clock(visit, attempt, nowOf(visit))}${review(shown, attempt)}`;
  return html`${notice(query.saved !== undefined && !visit.problem && say('page.quiz.saved'))}
${clock(visit, attempt, nowOf(visit))}
${parts > 1 && html`<p class="quiet">${say('page.quiz.part', { from: String(first + 1), to: String(Math.min(questions.length, first + size)), count: String(questions.length) })}</p>`}
<form method="post" action="${action}" data-quiz data-saved="${say('page.quiz.saved')}" data-unsaved="${say('page.quiz.unsaved')}" novalidate>
<input type="hidden" name="attempt" value="${attempt.id}"><input type="hidden" name="part" value="${part}"><input type="hidden" name="${BEGAN}" value="${began}">
${asked.map((question, at) => ask({ visit, question, index: first + at, values, files: shown.progress?.files ?? [], isMarked: isMarked(first + at) }))}
<p class="quiet" data-note role="status"></p>
<p class="row">${part > 0 && html`<a class="button secondary" href="${courseUrl(visit, `/${shown.lesson.id}`, { part: String(part - 1) })}" rel="prev">${say('page.catalogue.previous')}</a>`}
${
  part < parts - 1
    ? html`<button type="submit" name="do" value="next">${say('page.quiz.save_next')}</button>`
    : html`<button type="submit" name="do" value="check">${say('page.quiz.review')}</button>`
}
<button type="submit" name="do" value="save" class="secondary">${say('page.quiz.save')}</button></p>
</form>`;
}

function result({ visit, progress }: LessonVisit, paper: Paper, attempt: Attempt): Html {
  const { say } = visit;
  const { number, state, questions, answers, results, score_points, score_percent, max_points, is_passed, needs_grading, posted_at } = attempt;
  const file = progress?.files ?? [];
  return html`<section class="card"><h2>${say('page.quiz.attempt', { number: String(number) })}</h2>
${state === 'expired' && html`<p>${say('page.quiz.expired')}</p>`}
${
  score_points !== null && score_percent !== null
    ? html`<p><strong>${say('page.quiz.score', { points: numberText(visit, score_points), max: numberText(visit, max_points), percent: percentText(visit, score_percent) })}</strong>
${is_passed !== null && html` <span class="badge">${say(is_passed ? 'page.quiz.passed' : 'page.quiz.failed')}</span>`}</p>`
    : posted_at === null && html`<p>${say('page.quiz.withheld')}</p>`
}
${needs_grading && html`<p>${say('page.quiz.grading')}</p>`}
${posted_at !== null && results === null && paper.show_answers !== 'after_attempt' && html`<p class="quiet">${say(RELEASES[paper.show_answers])}</p>`}
${questions.map((question, index) => {
  const given = answers.find(({ question_id }) => question_id === question.id);
  const found = results?.find(({ question_id }) => question_id === question.id);
  const correct = found?.correct_answer && found.is_correct !== true ? answerText(visit, question, found.correct_answer) : null;
  return html`<section class="result"><h3>${say('page.quiz.question', { number: String(index + 1) })}
${found && html`<span class="badge">${say(found.is_correct === null ? 'page.quiz.ungraded' : found.is_correct ? 'page.quiz.right' : 'page.quiz.wrong')}</span>`}</h3>
${markdownText(question.prompt, file)}
<p>${say('page.quiz.answer')}: ${formulaText((given && answerText(visit, question, given)) ?? say('page.quiz.none'))}</p>
${correct !== null && html`<p>${say('page.quiz.correct')} ${formulaText(correct)}</p>`}
${found?.explanation && markdownText(found.explanation, file)}</section>`;
})}</section>`;
}

/** Returns the end of an attempt that begins now: when its time is up, or when the lesson closes. */
function endOf({ lesson }: LessonVisit, { time_limit_minutes }: Paper, now: Date): Date | null {
  const ends = [time_limit_minutes !== null && now.getTime() + time_limit_minutes * 60_000, lesson.closes_at !== null && Date.parse(lesson.closes_at)];
  const first = Math.min(...ends.map((end) => end || Infinity));
  return Number.isFinite(first) ? new Date(first) : null;
}

function start(shown: LessonVisit, paper: Paper, grade: Grade): Html {
  const { visit, lesson, progress } = shown;
  const { say } = visit;
  const finished = progress?.attempts.filter(({ state }) => state !== 'running') ?? [];
  const chosen = finished.find(({ id }) => id === visit.query.attempt) ?? finished[0];
  const left = progress?.attempts_left;
  const end = endOf(shown, paper, nowOf(visit));
  return html`<section class="card">
${paper.instructions && markdownText(paper.instructions, lesson.files)}
<ul>
<li>${say('page.quiz.questions', { count: paper.question_count })}, ${say('page.quiz.points', { count: paper.max_points })}</li>
<li>${say('page.quiz.passing', { percent: percentText(visit, paper.passing_score_percent) })}</li>
<li>${paper.time_limit_minutes === null ? say('page.quiz.no_limit') : say('page.quiz.minutes', { minutes: paper.time_limit_minutes })}${paper.extra_minutes > 0 && ` ${say('page.quiz.extra', { minutes: paper.extra_minutes })}`}</li>
${end && left !== 0 && html`<li>${say('page.quiz.ends', { at: end })}</li>`}
${progress && html`<li>${left === null || left === undefined ? say('page.quiz.attempts_free') : say('page.quiz.attempts_left', { count: left })}</li>`}
${paper.max_attempts !== 1 && grade?.attempts_policy && html`<li>${say(COUNTS[grade.attempts_policy])}</li>`}
${progress?.best_score_percent != null && html`<li>${say('page.quiz.best', { percent: percentText(visit, progress.best_score_percent) })}</li>`}
</ul>
${
  progress &&
  left !== 0 &&
  form({
    action: courseUrl(visit, `/${lesson.id}`),
    submit: say(finished.length > 0 ? 'page.quiz.again' : 'page.quiz.start'),
    hidden: { do: 'start' },
    isSecondary: progress.state === 'completed',
  })
}</section>
${
  finished.length > 1 &&
  html`<ul class="links card">${finished.map(
    ({ id, number, score_percent }) =>
      html`<li><a href="${courseUrl(visit, `/${lesson.id}`, { attempt: id })}">${say('page.quiz.attempt', { number: String(number) })}</a>${score_percent !== null && ` ${percentText(visit, score_percent)}`}</li>`,
  )}</ul>`
}
${chosen && result(shown, paper, chosen)}`;
}

export function showQuiz(shown: LessonVisit, content: Shape<'QuizContent'> | Paper, grade: Grade): Shown {
  const { say } = shown.visit;
  const attempt = runningOf(shown);
  const rule = say('page.lesson.rule.quiz');
  if (attempt) return { main: running(shown, attempt), rule, hasButton: true, isBusy: true };
  if ('question_count' in content)
    return { main: start(shown, content, grade), rule, hasButton: shown.progress?.state !== 'completed' && shown.progress?.attempts_left !== 0 };
  return { main: html`<p class="card">${say('page.quiz.questions', { count: content.questions.length })}</p>`, rule };
}

/** Starts an attempt, saves its answers, or hands it in. Returns the next page, or the faults in the answers. */
export async function actInQuiz(shown: LessonVisit): Promise<Answer | FieldFault[]> {
  const { visit, lesson } = shown;
  const { call, form: sent } = visit;
  const here = (query?: Record<string, string>) => ({ redirect: courseUrl(visit, `/${lesson.id}`, query) });
  const path = lessonPath(lesson);
  if (sent.do === 'start') {
    await call('recordLessonProgress', { path, body: { event: 'quiz_started' } });
    return here();
  }
  const attempt = shown.progress?.attempts.find(({ id }) => id === sent.attempt);
  const questions = attempt?.questions ?? [];
  const size = partSize(questions.length);
  const part = partOf(sent.part);
  const { answers, faults } = sent.part === 'none' ? { answers: [], faults: [] } : readAnswers(questions, sent, part * size, size);
  const body = { attempt_id: sent.attempt ?? '', answers };
  if (sent.do === 'submit') {
    await call('recordLessonProgress', { path, body: { event: 'quiz_submitted', ...body } });
    return here({ attempt: body.attempt_id });
  }
  await call('recordLessonProgress', { path, body: { event: 'quiz_answered', ...body } });
  if (faults.length > 0) return faults;
  const cookie = withMarks(visit, body.attempt_id, part * size, size);
  if (sent.do === 'next') return { ...here({ part: String(part + 1), saved: '1' }), cookie };
  return { ...(sent.do === 'check' ? here({ part: 'review' }) : here({ part: String(part), saved: '1' })), cookie };
}
