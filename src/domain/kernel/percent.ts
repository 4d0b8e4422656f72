/** Percentage with two decimals, rounded down so that 100 means everything. It is 0 if `whole` is 0. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((part * 10_000) / whole) / 100);

/**
 * The progress of a learner in a course, as a percentage. It is 100 only once the course is completed: to a learner who has all lessons by a change of the
 * course, it says so together with the state.
 */
export const progressPercent = (completed: number, lessons: number, state: string | undefined): number =>
  state === 'active' ? Math.min(99.99, percentOf(completed, lessons)) : percentOf(completed, lessons);
