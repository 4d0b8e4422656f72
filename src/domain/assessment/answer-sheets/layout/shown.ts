import type { Bubble, ChoiceBubble } from './geometry.ts';

/** Number of circles that each row of a page shows, from its first row; rows beyond the list show none. Null means all circles of the layout. */
export type ShownCircles = readonly number[] | null;

/** Whether a page shows the circle of a bubble. It always shows the number grid. */
export const isShown = (bubble: Bubble | ChoiceBubble, shown: ShownCircles): boolean =>
  shown === null || !('choice' in bubble) || bubble.choice <= (shown[bubble.row - 1] ?? 0);
