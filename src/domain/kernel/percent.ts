/** Returns a percentage with two decimals, rounded down so that 100 means everything. Returns 0 if `whole` is 0. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((part * 10_000) / whole) / 100);

/**
 * Returns the progress of a learner in a course as a percentage. It reaches 100 only once the course is completed. A learner who has all lessons only because
 * the course changed gets less than 100 until then.
 */
export const progressPercent = (completed: number, lessons: number, state: string | undefined): number =>
  state === 'active' ? Math.min(99.99, percentOf(completed, lessons)) : percentOf(completed, lessons);
