import type { Shape } from '../../domain/kernel/contract.ts';
import { categoryName } from '../parts/categories.ts';
import { type Html, html, type Part } from '../parts/html.ts';
import { outsidePicture } from '../parts/outside.ts';
import { markdownText } from '../parts/rich-text.ts';
import type { Visit } from '../visit.ts';

export const LEVELS = {
  all_levels: 'page.course.level.all_levels',
  beginner: 'page.course.level.beginner',
  intermediate: 'page.course.level.intermediate',
  advanced: 'page.course.level.advanced',
} as const;

type Facts = Pick<Shape<'CourseView'>, 'level' | 'category' | 'language' | 'estimated_duration_minutes' | 'start_date' | 'end_date' | 'duration_days'>;

/** Lists the facts that matter for a decision. */
export function facts(
  { say, reader }: Visit,
  { level, category, language, estimated_duration_minutes: minutes, start_date, end_date, duration_days }: Facts,
): Html[] {
  const day = (date: string) => new Intl.DateTimeFormat(reader.language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
  const unit = (count: number, name: 'hour' | 'minute') =>
    new Intl.NumberFormat(reader.language, { style: 'unit', unit: name, unitDisplay: 'long' }).format(count);
  const hours = Math.floor((minutes ?? 0) / 60);
  const rest = (minutes ?? 0) % 60;
  const known: [string, string | undefined | null][] = [
    [say('page.course.level'), say(LEVELS[level])],
    [say('page.course.category'), categoryName(reader, category)],
    [say('page.course.language'), new Intl.DisplayNames(reader.language, { type: 'language' }).of(language)],
    [say('page.course.duration'), minutes ? reader.list([...(hours ? [unit(hours, 'hour')] : []), ...(rest ? [unit(rest, 'minute')] : [])]) : null],
    [say('page.course.starts'), start_date && day(start_date)],
    [say('page.course.ends'), end_date && day(end_date)],
    [say('page.course.access'), duration_days === null ? null : say('page.course.access_days', { days: duration_days })],
  ];
  return known.flatMap(([name, value]) => (value ? [html`<dt>${name}</dt><dd>${value}</dd>`] : []));
}

/** Shows the teacher, if staff want visitors to know. */
export const teacherCard = ({ say }: Visit, { name, bio, picture_url }: Shape<'CourseTeacher'>): Part =>
  name !== null &&
  html`<section class="teacher"><h2>${say('page.course.teacher')}</h2>
${picture_url !== null && outsidePicture({ url: picture_url, side: 96 })}
<div><p dir="auto"><strong>${name}</strong></p>${bio !== null && markdownText(bio)}</div></section>`;
