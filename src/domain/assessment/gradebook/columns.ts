import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { GradedLesson } from '../../learning/grading/facts.ts';
import type { Item } from '../grading/cell.ts';
import { hundredths } from '../grading/fraction.ts';
import type { BookKey } from './rules.ts';

type Config = Shape<'LessonGradeConfig'>;

/** The fields of a lesson that the gradebook stores. */
export type StoredConfig = Pick<
  Config,
  'is_graded' | 'points' | 'category_id' | 'grading_type' | 'attempts_policy' | 'is_extra_credit' | 'is_omitted' | 'is_online' | 'posting' | 'rubric'
>;

export const DEFAULT_CONFIG: StoredConfig = {
  is_graded: true,
  points: null,
  category_id: null,
  grading_type: 'points',
  attempts_policy: 'highest',
  is_extra_credit: false,
  is_omitted: false,
  is_online: true,
  posting: null,
  rubric: null,
};

/** A lesson with a column in the gradebook. */
export interface Column {
  lesson: GradedLesson;
  item: Item;
  rubric: StoredConfig['rubric'];
}

/** Returns the stored configurations of the lessons of a course, by lesson. Lessons that nobody configured have no entry. */
export async function readConfigs(db: Executor, { organisationId, courseId }: BookKey): Promise<Map<string, StoredConfig>> {
  const rows = await db
    .selectFrom('gradebook_lessons')
    .innerJoin('lessons', (join) =>
      join.onRef('lessons.organisation_id', '=', 'gradebook_lessons.organisation_id').onRef('lessons.id', '=', 'gradebook_lessons.lesson_id'),
    )
    .selectAll('gradebook_lessons')
    .where('gradebook_lessons.organisation_id', '=', organisationId)
    .where('lessons.course_id', '=', courseId)
    .execute();
  return new Map(
    rows.map(({ organisation_id: _organisation, lesson_id, points, ...row }) => [
      lesson_id,
      { ...row, points: points === null ? null : Number(points) } as unknown as StoredConfig,
    ]),
  );
}

/** Returns the columns of the gradebook in the order of the lessons. */
export function columnsOf(lessons: readonly GradedLesson[], configs: ReadonlyMap<string, StoredConfig>): Column[] {
  return lessons.flatMap((lesson) => {
    const config = configs.get(lesson.id) ?? DEFAULT_CONFIG;
    return config.is_graded ? [{ lesson, item: itemOf(lesson, config), rubric: config.rubric }] : [];
  });
}

const itemOf = (lesson: GradedLesson, config: StoredConfig): Item => ({
  id: lesson.id,
  categoryId: config.category_id,
  possible: hundredths(config.points ?? Number(lesson.points)),
  gradingType: config.grading_type,
  attemptsPolicy: config.attempts_policy,
  isExtraCredit: config.is_extra_credit,
  // Nobody can work on a lesson that is not published, and a total must not tell anybody whose work was graded anonymously.
  isOmitted: config.is_omitted || !lesson.isPublished || lesson.isAnonymous,
  isOnline: config.is_online,
});
