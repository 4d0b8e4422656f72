import type { Shape } from '../../../domain/kernel/contract.ts';
import type { Html, Part } from '../../parts/html.ts';
import type { Needs, Visit } from '../../visit.ts';
import type { Outline } from '../learning.ts';

/** The data with which the page of a lesson is shown. */
export interface LessonVisit {
  visit: Visit;
  outline: Outline;
  lesson: Shape<'LessonView'>;
  /** The learner's progress. Null for visitors, and for staff who are not enrolled. */
  progress: Shape<'LessonProgress'> | null;
}

/** The page content of one kind of lesson. */
export interface Shown {
  main: Html;
  needs?: Needs;
  /** Text on what completes the lesson. */
  rule: Part;
  /** Whether learners mark the lesson as done themselves. Otherwise, their actions in the lesson complete it. */
  isDoneByHand?: boolean;
  /** Whether the page has a primary button of its own, such as that of a form. */
  hasButton?: boolean;
  /** Whether the learner is in the middle of something that links to other pages would interrupt. */
  isBusy?: boolean;
}

/** Returns the path parameters of the lesson for operations. */
export const lessonPath = ({ course_id, chapter_id, id }: Pick<Shape<'LessonView'>, 'course_id' | 'chapter_id' | 'id'>) => ({
  course_pk: course_id,
  chapter_pk: chapter_id,
  id,
});
