/**
 * Limits that were set with drawings of certain kinds. `make sweep` also reads every kind without the limits that were set for it, so that claims about
 * unforeseen drawings rest on more than hope.
 */
export interface Limits {
  /**
   * Print differs between empty bubbles: an empty bubble differs by at most this many times the usual difference on its page, plus a constant, on the circle
   * and (rings) around it. The first two were set by the spread of empty bubbles, not by any kind of mark.
   */
  readonly differs: { readonly times: number; readonly strange: number; readonly ringed: number };
  /** Rings: a circle that is this much darker than others was drawn over. */
  readonly circleDrawn: { readonly times: number; readonly more: number };
  /** Rings: connected ink within an empty bubble spans less than this, in radii. */
  readonly mostSpan: number;
  /**
   * Ticks and crosses have at least this much ink and this size, and their middle near that of the circle, in radii: specks are smaller, and handwriting lies
   * farther to the side. They count as marks where most marks of the page are not full, and only a little ink, as that of their ends, lies beside them.
   */
  readonly stroke: { readonly ink: number; readonly least: number; readonly most: number; readonly off: number; readonly beside: number };
  /** Creases and strike-outs: they continue beside the circle with at least this part of its ink, on two sides. */
  readonly through: number;
  /** Lines through a full mark: they leave more ink than this in each of two opposite directions, and none between, in square millimetres. */
  readonly opposite: number;
  /**
   * Marks taken back: around a mark, faint ink lies in at most `most` more of the directions than around the tidiest mark of its row, or in at most `few` more
   * if more than `part` of the ink beyond its circle lies on sides other than that of a tail, or hardly any ink is seen beyond it.
   */
  readonly faintAround: { readonly most: number; readonly few: number; readonly part: number };
  /** Marks taken back: a full mark spans at most this much more than the tidiest of its row, in radii, unless the extra ink is seen beyond its circle. */
  readonly longer: number;
  /** Rings: whether ink that surrounds a circle at any distance means that the circle may be meant. */
  readonly enclosed: boolean;
  /** Rings: beyond the circle, a full mark that is not a blot is at most this much darker than other circles, in at least half of the directions. */
  readonly ringedMark: number;
  /**
   * Rings: a ring around a neighbouring circle passes through a circle as a stroke does, but continues in others. The circles above, below and, where they
   * stand close, beside a circle are within this distance, in radii.
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
