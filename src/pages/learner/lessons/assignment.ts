import type { Shape } from '../../../domain/kernel/contract.ts';
import { faultsOf, faultText, field } from '../../parts/form.ts';
import { type Html, html, type Part } from '../../parts/html.ts';
import { outsideLink } from '../../parts/outside.ts';
import { numberText } from '../../parts/progress.ts';
import { markdownText } from '../../parts/rich-text.ts';
import type { Visit } from '../../visit.ts';
import { courseUrl } from '../learning.ts';
import { draftAttributes, fileLinks } from '../posts.ts';
import { carriedBoxes, FILE_FIELDS, uploadAttributes, uploadsIn } from '../sent-files.ts';
import type { LessonVisit, Shown } from './kind.ts';

const LONGEST_TEXT = 300_000;

/** Renames the fields in the operation's faults to those of this form. Faults of the work as a whole are shown at its first field. */
function inFields(visit: Visit, kinds: readonly string[]): Visit {
  if (!visit.problem) return visit;
  const first = kinds.includes('text') ? 'text' : kinds.includes('url') ? 'url' : FILE_FIELDS[0];
  const fieldOf = (name: string) =>
    name.startsWith('submission.upload_ids') || ['content_type', 'file_name', 'size_bytes'].includes(name)
      ? FILE_FIELDS[0]
      : name === 'submission'
        ? first
        : name.replace(/^submission\./, '');
  return { ...visit, problem: { ...visit.problem, errors: faultsOf(visit).map((fault) => ({ ...fault, field: fieldOf(fault.field) })) } };
}

/** Writes the rating of a criterion, with the meaning of the level. */
function ratingOf(visit: Visit, { criterion_id, level, points }: Shape<'RubricRating'>, criteria: readonly Shape<'RubricCriterion'>[]): Html {
  const { say } = visit;
  const { title = criterion_id, levels = [] } = criteria.find(({ id }) => id === criterion_id) ?? {};
  const best = Math.max(points, ...levels.map((one) => one.points));
  const meaning = levels.find((one) => one.title === level)?.description;
  return html`<dt>${title}</dt><dd>${level} · ${say('page.grades.of', { score: numberText(visit, points), points: numberText(visit, best) })}${meaning && html`<br><span class="quiet">${meaning}</span>`}</dd>`;
}

/** Writes the posted comments, ratings and score of a work. */
export function feedback(visit: Visit, cell: Shape<'GradeDetail'> | undefined): Part {
  if (!cell || (cell.comments.length === 0 && cell.score === null && !cell.rubric)) return null;
  const { say } = visit;
  return html`<section class="card"><h2>${say('page.work.feedback')}</h2>
${cell.score !== null && html`<p><strong>${say('page.work.score', { score: numberText(visit, cell.score), points: numberText(visit, cell.points) })}</strong></p>`}
${cell.rubric && html`<h3>${say('page.work.ratings')}</h3><dl>${cell.ratings.map((rating) => ratingOf(visit, rating, cell.rubric?.criteria ?? []))}</dl>`}
${cell.comments.map(({ author, text, files, created_at }) => html`<div class="result"><p class="quiet">${author?.name} · ${say('page.moment', { at: new Date(created_at) })}</p>${markdownText(text, files)}${fileLinks(files)}</div>`)}</section>`;
}

function versions({ visit: { say } }: LessonVisit, submissions: readonly Shape<'Submission'>[]): Part {
  return (
    submissions.length > 0 &&
    html`<section class="card"><h2>${say('page.work.versions')}</h2>
${submissions.map(
  ({ number, submitted_at, is_late, text, url, files }, index) => html`<details${index === 0 && html` open`}>
<summary>${say('page.work.version', { number: String(number), at: new Date(submitted_at) })}${is_late && html` <span class="badge">${say('page.work.late')}</span>`}</summary>
${text !== null && markdownText(text)}
${url !== null && html`<p>${outsideLink(url, url)}</p>`}
${fileLinks(files)}</details>`,
)}</section>`
  );
}

function workForm({ visit: plain, lesson }: LessonVisit, content: Shape<'AssignmentContent'>, isAgain: boolean): Html {
  const { submission_kinds: kinds, max_files = 1, allowed_file_extensions: extensions = [] } = content;
  const visit = inFields(plain, kinds);
  const { say, form: sent } = visit;
  const fault = faultText(visit, 'text');
  const fileFault = faultText(visit, FILE_FIELDS[0]);
  const free = Math.max(0, Math.min(FILE_FIELDS.length, max_files - uploadsIn(sent).size));
  return html`<form class="card" method="post" action="${courseUrl(visit, `/${lesson.id}`)}" enctype="multipart/form-data"${kinds.includes('file') && uploadAttributes(visit, { courseId: lesson.course_id, purpose: 'submission' })}>
<h2>${say(isAgain ? 'page.work.again' : 'page.work.title')}</h2>
${
  kinds.includes('text') &&
  html`<div class="field"><label for="text">${say('page.work.text')}</label><p class="hint" id="text-hint">${say('page.work.text_hint')}</p>
${fault && html`<p class="fault" id="text-fault">${fault}</p>`}
<textarea id="text" name="text" rows="7" maxlength="${LONGEST_TEXT}" aria-describedby="text-hint${fault && ' text-fault'}"${fault && html` aria-invalid="true"`}${draftAttributes(visit, `${lesson.id}/work`)}>${sent.text}</textarea></div>`
}
${kinds.includes('url') && field(visit, { name: 'url', label: say('page.work.url'), autocomplete: 'url', isOptional: true })}
${
  kinds.includes('file') &&
  html`${carriedBoxes(visit)}
${free > 0 && html`<p class="hint" id="file-hint">${say('page.work.file_hint')}${extensions.length > 0 && ` ${say('page.work.kinds', { list: visit.reader.list(extensions) })}`}</p>`}
${fileFault && html`<p class="fault" id="file-fault">${fileFault}</p>`}
${FILE_FIELDS.slice(0, free).map((name, index) => html`<div class="field"><label for="${name}">${say('page.work.file')} ${free > 1 && String(index + 1)}</label><input type="file" id="${name}" name="${name}" aria-describedby="file-hint"${extensions.length > 0 && html` accept="${extensions.map((extension) => `.${extension}`).join(',')}"`}></div>`)}`
}
<p class="row"><button type="submit" name="do" value="hand_in"${isAgain && html` class="secondary"`}>${say('page.work.submit')}</button>
${kinds.includes('file') && free > 0 && html`<button type="submit" name="do" value="attach" class="secondary">${say('page.work.attach')}</button>`}</p>
</form>`;
}

export function showAssignment(shown: LessonVisit, content: Shape<'AssignmentContent'>, cell: Shape<'GradeDetail'> | undefined): Shown {
  const { visit, lesson, progress } = shown;
  const { say } = visit;
  const submissions = progress?.submissions ?? [];
  return {
    main: html`${visit.query.handed_in !== undefined && !visit.problem && html`<div class="notice" role="status" data-posted>${say('page.work.done')}</div>`}
<section class="card">${markdownText(content.instructions, lesson.files)}
<ul>${content.points !== undefined && html`<li>${say('page.work.points', { points: numberText(visit, content.points) })}</li>`}
${progress?.due_at && html`<li>${say('page.learn.due', { at: new Date(progress.due_at) })}</li>`}</ul></section>
${feedback(visit, cell)}
${content.sample_solution && html`<section class="card">${markdownText(content.sample_solution, lesson.files)}</section>`}
${versions(shown, submissions)}
${progress && workForm(shown, content, submissions.length > 0)}`,
    rule: say('page.lesson.rule.assignment'),
    hasButton: submissions.length === 0 && progress !== null,
  };
}
