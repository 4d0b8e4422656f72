/** Fields of chapters, lessons and cohorts whose change alone does not affect any learner's progress, deadlines or grades. */
const COSMETIC: ReadonlySet<string> = new Set(['title', 'description', 'position', 'is_free_preview', 'updated_at']);
/** Fields of the course itself whose change does affect them. */
const RULES: ReadonlySet<string> = new Set(['timezone', 'length_mode', 'duration_days', 'start_date', 'end_date', 'completion_rules', 'schedule_basis']);

/** Returns whether a change of these fields of a course, or of something in it, can affect the progress, deadlines or grades of its learners. */
export const concernsLearners = (fields: Readonly<Record<string, unknown>>, of: 'course' | 'content'): boolean =>
  Object.keys(fields).some((name) => (of === 'course' ? RULES.has(name) : !COSMETIC.has(name)));
