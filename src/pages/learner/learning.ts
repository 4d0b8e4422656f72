import type { Shape } from '../../domain/kernel/contract.ts';
import { type FieldFault, ValidationError } from '../../domain/kernel/errors.ts';
import { refuse } from '../../http/answer.ts';
import { RefusedCall } from '../../http/contract/call.ts';
import { currentExchange, type Exchange } from '../../http/exchange.ts';
import type { Problem } from '../../http/problems.ts';
import type { Visit } from '../visit.ts';

/** Codes with which operations for learners refuse people without an organisation, people outside of the course, and visitors. */
const NOT_FOR_THEM = ['no_organisation', 'not_enrolled', 'enrollment_over', 'not_found', 'not_authenticated', 'permission_denied'];

/** Returns the response, or null if it is for learners of the course and the visitor is not one of them. */
export async function ifLearner<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof RefusedCall && NOT_FOR_THEM.includes(error.problem.code)) return null;
    throw error;
  }
}

const PAGE_SIZE = '200';
const MOST_PAGES = 25;

export interface Outline
  extends Pick<Shape<'Curriculum'>, 'course' | 'is_enrolled' | 'enrollment_id' | 'percent' | 'lesson_count' | 'completed_lessons' | 'chapters'> {
  lessons: Shape<'CurriculumLesson'>[];
}

/** Reads the outline of the course in the path, with all its lessons. */
export async function readOutline({ call, path }: Pick<Visit, 'call' | 'path'>): Promise<Outline> {
  const read = (page: number) => call('getCurriculum', { path: { course_pk: path.course ?? '' }, query: { page: String(page), page_size: PAGE_SIZE } });
  const first = await read(1);
  const pages = Math.min(MOST_PAGES, Math.ceil(first.lessons.count / Number(PAGE_SIZE)));
  const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, index) => read(index + 2)));
  return { ...first, lessons: [first, ...others].flatMap(({ lessons }) => lessons.results) };
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the ID of the course in the path, for operations that do not accept a slug. */
export async function courseIdOf({ call, path: { course = '' } }: Pick<Visit, 'call' | 'path'>): Promise<string> {
  return ID.test(course) ? course : (await courseOf({ call, path: { course } })).id;
}

/** Returns the course in the path. */
export const courseOf = async ({ call, path: { course = '' } }: Pick<Visit, 'call' | 'path'>): Promise<Shape<'Curriculum'>['course']> =>
  (await call('getCurriculum', { path: { course_pk: course }, query: { page_size: '1' } })).course;

/** Returns the lesson that unlocks this one, or undefined if only time or people can. */
export function openerOf({ lessons, chapters }: Outline, locked: Shape<'CurriculumLesson'>): Shape<'CurriculumLesson'> | undefined {
  const isOpen = ({ state, lock_reason }: Shape<'CurriculumLesson'>) => state !== 'completed' && lock_reason === null;
  if (locked.lock_reason === 'previous_lesson')
    return lessons.findLast((one) => one.chapter_id === locked.chapter_id && one.position < locked.position && isOpen(one));
  if (locked.lock_reason !== 'previous_chapter') return undefined;
  const before = chapters
    .slice(
      0,
      chapters.findIndex(({ id }) => id === locked.chapter_id),
    )
    .findLast(({ lesson_count }) => lesson_count > 0);
  return lessons.find((one) => one.chapter_id === before?.id && isOpen(one));
}

export const courseUrl = ({ link, path }: Pick<Visit, 'link' | 'path'>, below = '', query?: Readonly<Record<string, string | undefined>>): string =>
  link(`/learn/${encodeURIComponent(path.course ?? '')}${below}`, query);

/** Whether the visitor is staff of the organisation whose site this is. */
export const isStaffOf = ({ me, site }: Pick<Visit, 'me' | 'site'>): boolean =>
  (me?.memberships ?? []).some(({ organisation, role }) => organisation.id === site?.id && role !== 'learner');

/** Returns the problem with which an operation would respond to these faults, which only the form has. */
export const problemOf = ({ services }: Pick<Visit, 'services'>, faults: FieldFault[]): Problem =>
  refuse(services, currentExchange.getStore() as Exchange, new ValidationError(faults)).problem;
