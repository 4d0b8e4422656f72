import type { Limits } from '../../src/domain/assessment/answer-sheets/reading/limits.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** Kinds of drawings, with limits that have no effect in place of those that were set with these kinds in view. */
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
  // The limit on how much ink a mark may have beyond its circle stays, because it was set with marks as the sheet asks for them.
  'marks taken back': {
    kinds: ['marks taken back'],
    limits: { opposite: NEVER, longer: NEVER, ringedMark: NEVER, faintAround: { most: NEVER, few: NEVER, part: NEVER } },
  },
  creases: { kinds: ['creases'], limits: { through: NEVER } },
  photocopies: { kinds: ['copies of copies', 'copies of faint marks'], limits: { light: 0, solid: { rows: 1, ink: 0, part: 0.05 } } },
  'faint pencil': {
    kinds: ['faint pencil', 'any number of faint marks', 'copies of faint marks'],
    // The darkness that a mark must reach is the highest that all other drawings allow, and every page counts as showing light ink.
    limits: { lighterThanMarks: NEVER, markDarkest: 0.4, light: 0, solid: { rows: 1, ink: 0, part: 0.05 } },
  },
  // Only blank circles determined how much one may differ from the others of its letter. Here the constant is doubled by which one may differ more.
  'small and faint strokes': { kinds: ['letters', 'dashes', 'dots', 'ticks'], limits: { differs: { times: 1.25, strange: 0.12, ringed: NEVER } } },
};
