/** Changes of these members of chapters, lessons and cohorts alone concern no learner's progress, deadlines or grades. */
const COSMETIC: ReadonlySet<string> = new Set(['title', 'description', 'position', 'is_free_preview', 'updated_at']);
/** Of the members of a course itself, these concern them. */
const RULES: ReadonlySet<string> = new Set(['timezone', 'length_mode', 'duration_days', 'start_date', 'end_date', 'completion_rules', 'schedule_basis']);

/** Whether a change of these members of a course, or of something in it, can concern the progress, the deadlines or the grades of its learners. */
export const concernsLearners = (fields: Readonly<Record<string, unknown>>, of: 'course' | 'content'): boolean =>
  Object.keys(fields).some((name) => (of === 'course' ? RULES.has(name) : !COSMETIC.has(name)));
