import type { Limits } from '../../src/domain/assessment/answer-sheets/reading/limits.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** Kinds of drawings, and the limits that say nothing, where others were set with these kinds before the eyes. */
export const WITHOUT: Readonly<Record<string, { kinds: readonly string[]; limits: Partial<Limits> }>> = {
  crosses: {
    kinds: ['crosses', 'any number of crosses', '1-bit scan of others', 'stars'],
    limits: { erased: NEVER, stroke: { ink: NEVER, least: 0, most: NEVER, off: NEVER, beside: NEVER } },
  },
  rings: {
    kinds: ['rings', 'full and others'],
    limits: {
      beside: 0,
      enclosed: false,
      ringedMark: NEVER,
      erased: NEVER,
      circleDrawn: { times: NEVER, more: 0 },
      mostSpan: NEVER,
      differs: { times: 1.25, strange: 0.06, ringed: NEVER },
    },
  },
  'lines through rows': { kinds: ['struck through'], limits: { through: NEVER } },
  // Marks as the sheet asks for them set how much ink a mark may have beyond its circle.
  'marks taken back': {
    kinds: ['marks taken back'],
    limits: { opposite: NEVER, longer: NEVER, ringedMark: NEVER, faintAround: { most: NEVER, few: NEVER, part: NEVER } },
  },
  creases: { kinds: ['creases'], limits: { through: NEVER } },
  photocopies: { kinds: ['copies of copies', 'copies of faint marks'], limits: { light: 0, solid: { rows: 1, ink: 0, part: 0.05 } } },
  'faint pencil': {
    kinds: ['faint pencil', 'any number of faint marks', 'copies of faint marks'],
    // As dark as all other drawings allow, and every page shows light ink.
    limits: { lighterThanMarks: NEVER, markDarkest: 0.4, light: 0, solid: { rows: 1, ink: 0, part: 0.05 } },
  },
  // Blank circles alone set how much one may differ from the others of its letter. Here it may differ by twice as much more than most.
  'small and faint strokes': { kinds: ['letters', 'dashes', 'dots', 'ticks'], limits: { differs: { times: 1.25, strange: 0.12, ringed: NEVER } } },
};
