/**
 * Limits that were set with drawings of certain kinds before the eyes. `make sweep` reads every kind without those that were set for it, too, so that what is
 * said of drawings that nobody thought of rests on more than hope.
 */
export interface Limits {
  /**
   * Print differs between empty bubbles: by so many times more than in most bubbles of the page that look empty, and so much more, on the circle and (rings)
   * around it. The spread of empty bubbles set the first two, and no kind of mark.
   */
  readonly differs: { readonly times: number; readonly strange: number; readonly ringed: number };
  /** Rings: a circle that is this much darker than others was drawn over. */
  readonly circleDrawn: { readonly times: number; readonly more: number };
  /** Rings: connected ink within an empty bubble spans less than this, in radii. */
  readonly mostSpan: number;
  /**
   * Ticks and crosses have at least this ink, this size, and their middle near that of the circle, in radii: specks are smaller, and handwriting lies beside.
   * They are marks where most marks of the page are not full, and little ink lies beside, as their ends do.
   */
  readonly stroke: { readonly ink: number; readonly least: number; readonly most: number; readonly off: number; readonly beside: number };
  /** Creases and strike-outs: they go on beside the circle with this part of its ink, on two sides. */
  readonly through: number;
  /** Lines through a full mark: they leave more ink than this in each of two opposite directions, and none between, in square millimetres. */
  readonly opposite: number;
  /**
   * Marks taken back: faint ink lies in more of the directions around a mark than around the tidiest of its row by at most the first of these parts, or by the
   * second if this part of the ink beyond its circle lies on other sides than that of a tail.
   */
  readonly faintAround: { readonly most: number; readonly few: number; readonly part: number };
  /** Marks taken back: beside others of its row, one spans at most so much more than the tidiest, in radii, unless the ink that does is seen beyond its circle. */
  readonly longer: number;
  /** Rings: whether ink that goes around a circle at any distance says that it may be meant. */
  readonly enclosed: boolean;
  /** Rings: a full mark that is no blot is at most so much darker than other circles beyond the circle, in at least half of the directions. */
  readonly ringedMark: number;
  /**
   * Rings: one around the circle next to it passes through a circle as a stroke does, but goes on in others. The circles above, below and, where they stand
   * close, beside one are so near, in radii.
   */
  readonly beside: number;
  /** Rings and crosses in black and white: what a rubber leaves beside a mark differs from blank print by at most this part of the mark. */
  readonly erased: number;
  /** Photocopies: labels that are seen are at least this dark, as a part of the circles. */
  readonly light: number;
  /**
   * Photocopies: where light ink is lost, as on scans in black and white, too, a blank row may have lost its mark, unless there are as many marks as this and
   * nearly all are solid.
   */
  readonly solid: { readonly rows: number; readonly ink: number; readonly part: number };
  /** Faint pencil: a mark is somewhere this dark, and this part as dark as the other marks of its page. */
  readonly markDarkest: number;
  readonly asDarkAsOthers: number;
  /** Faint pencil: even ink is a mark if it is this part as dark as others at their darkest; what a rubber leaves is lighter. */
  readonly even: number;
  /** Faint pencil: an empty circle has less than this part of the ink of most full marks of its page. */
  readonly lighterThanMarks: number;
}

export const LIMITS: Limits = {
  differs: { times: 1.25, strange: 0.06, ringed: 0.03 },
  circleDrawn: { times: 1.25, more: 0.03 },
  mostSpan: 1.7,
  stroke: { ink: 0.06, least: 0.8, most: 4, off: 0.6, beside: 0.3 },
  through: 0.4,
  opposite: 0.25,
  faintAround: { most: 0.28, few: 0.2, part: 0.4 },
  longer: 0.9,
  enclosed: true,
  ringedMark: 0.2,
  beside: 3.2,
  erased: 0.8,
  light: 0.12,
  solid: { rows: 5, ink: 0.42, part: 0.05 },
  markDarkest: 0.16,
  asDarkAsOthers: 0.65,
  even: 0.5,
  lighterThanMarks: 0.35,
};
