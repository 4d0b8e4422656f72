import type { Schemas } from './contract.ts';
import { LmsError } from './errors.ts';

type Lesson = Schemas['Lesson'];

/** Location of a lesson. A lesson that was read before is also a location, and is read again only if it has changed. */
export interface LessonPlace {
  course_id: string;
  chapter_id: string;
  id: string;
}

/** Fields to change. */
export type LessonChange = Schemas['PatchedLesson'] extends infer Change ? (Change extends unknown ? Omit<Change, 'updated_at'> : never) : never;

export interface LessonStore {
  read(place: LessonPlace): Promise<Lesson>;
  write(place: LessonPlace, change: Schemas['PatchedLesson']): Promise<Lesson>;
}

const MOST_ROUNDS = 20;

/**
 * Changes a lesson, and returns its new state. If it has changed since it was read, the change is applied again to its current state: fields that the change
 * does not name keep the values that others gave them. `change` is the fields, or a function that makes them from the current lesson; if it returns null,
 * nothing is written.
 * @throws LmsError
 */
export async function updateLesson(
  store: LessonStore,
  place: LessonPlace | Lesson,
  change: LessonChange | ((lesson: Lesson) => LessonChange | null | Promise<LessonChange | null>),
): Promise<Lesson> {
  let lesson = 'updated_at' in place && 'content' in place ? place : await store.read(place);
  for (let round = 1; ; round++) {
    const fields = typeof change === 'function' ? await change(lesson) : change;
    if (fields === null) return lesson;
    try {
      return await store.write(place, { ...fields, updated_at: lesson.updated_at });
    } catch (error) {
      if (!(error instanceof LmsError) || error.code !== 'stale_lesson' || round === MOST_ROUNDS) throw error;
      lesson = (error.problem as Schemas['StaleLessonProblem']).lesson;
    }
  }
}

/** The parameters of the path of a lesson, which both surfaces name alike. */
export const pathOf = ({ course_id, chapter_id, id }: LessonPlace) => ({ course_pk: course_id, chapter_pk: chapter_id, id });
