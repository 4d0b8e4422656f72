import { type CanvasCourse, categoryId } from './canvas.ts';
import type { MadeLesson } from './source.ts';
import { isTrue, textAt, type XmlElement } from './xml.ts';

export type Grading = NonNullable<MadeLesson['grading']>;

const TYPES: Readonly<Record<string, Grading['grading_type']>> = {
  points: 'points',
  percent: 'percent',
  letter_grade: 'letter',
  gpa_scale: 'letter',
  pass_fail: 'pass_fail',
};

/** Returns how Canvas grades an assignment or a quiz, according to its settings. */
export function gradingOf(canvas: CanvasCourse, settings: XmlElement, points: number | null): Grading {
  const group = canvas.groups.findIndex(({ identifier }) => identifier === textAt(settings, 'assignment_group_identifierref'));
  const rubric = canvas.rubrics.get(textAt(settings, 'rubric_identifierref') ?? '');
  const type = textAt(settings, 'grading_type') ?? '';
  return {
    is_graded: type !== 'not_graded' && textAt(settings, 'submission_types') !== 'not_graded',
    points,
    category_id: group < 0 ? null : categoryId(group),
    grading_type: TYPES[type] ?? 'points',
    attempts_policy: 'highest',
    is_extra_credit: false,
    is_omitted: isTrue(textAt(settings, 'omit_from_final_grade')),
    is_online: true,
    posting: isTrue(textAt(settings, 'anonymous_grading')) || isTrue(textAt(settings, 'post_manually')) ? 'manual' : null,
    anonymous_grading: isTrue(textAt(settings, 'anonymous_grading')),
    rubric: rubric ? { ...rubric, is_feedback_only: !isTrue(textAt(settings, 'rubric_use_for_grading')) } : null,
  };
}

/** Rounds points to two decimals and limits them to the range from 0 to `most`. */
export const rounded = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round((Number.isFinite(value) ? value : 0) * 100) / 100));
