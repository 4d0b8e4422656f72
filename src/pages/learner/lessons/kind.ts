import type { Shape } from '../../../domain/kernel/contract.ts';
import type { Html, Part } from '../../parts/html.ts';
import type { Needs, Visit } from '../../visit.ts';
import type { Outline } from '../learning.ts';

/** A lesson as its page shows it. */
export interface LessonVisit {
  visit: Visit;
  outline: Outline;
  lesson: Shape<'LessonView'>;
  /** Null for visitors, and for staff who are not enrolled. */
  progress: Shape<'LessonProgress'> | null;
}

/** What a kind of lesson shows. */
export interface Shown {
  main: Html;
  needs?: Needs;
  /** What completes the lesson. */
  rule: Part;
  /** Whether the learner says themselves that they are done. Otherwise what they do in the lesson completes it. */
  isDoneByHand?: boolean;
  /** Whether the page has a primary button of its own, such as that of a form. */
  hasButton?: boolean;
  /** Whether the learner is in the middle of something that other ways on would interrupt. */
  isBusy?: boolean;
}

/** Where the lesson is among the operations. */
export const lessonPath = ({ course_id, chapter_id, id }: Pick<Shape<'LessonView'>, 'course_id' | 'chapter_id' | 'id'>) => ({
  course_pk: course_id,
  chapter_pk: chapter_id,
  id,
});
