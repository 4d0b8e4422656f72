import type { Chance } from '../../../scripts/crash/chance.ts';
import type { Bubble, Layout } from '../../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import type { Drawing, Ink } from './drawing.ts';
import { between, likely } from './luck.ts';

export type MarkKind = 'full' | 'half' | 'tick' | 'cross' | 'erased';
type Tool = 'pencil' | 'light pencil' | 'pen';

/** What the pupil meant, and how it was put on paper. */
export interface Filled {
  /** Choices marked in each row, from row 1. */
  rows: number[][];
  /** The number as bubbled: digits, '' for none. */
  number: string;
  tool: Tool;
  style: 'full' | 'tick' | 'cross';
  /** How each bubble that has ink came to it, by id. */
  kinds: Map<string, MarkKind>;
}

const PENS: [Ink['colour'], ...Ink['colour'][]] = [
  [38, 48, 140],
  [28, 28, 32],
  [190, 35, 45],
];

/** Fills a sheet as pupils do: mostly well, sometimes with ticks, crosses, half-filled or erased bubbles, and some rows are left blank. */
export function fillSheet(page: Drawing, layout: Layout, chance: Chance, wanted: Partial<Pick<Filled, 'tool' | 'style'>> = {}): Filled {
  const tool: Tool = wanted.tool ?? (likely(chance, 0.55) ? 'pencil' : likely(chance, 0.3) ? 'light pencil' : 'pen');
  const style = wanted.style ?? (likely(chance, 0.84) ? 'full' : likely(chance, 0.5) ? 'tick' : 'cross');
  const filled: Filled = { rows: [], number: '', tool, style, kinds: new Map() };
  const ink = inkOf(tool, chance);
  const line = tool === 'pen' ? between(chance, 0.45, 0.75) : between(chance, 0.5, 0.9);
  const put = (bubble: Bubble, kind: MarkKind) => {
    filled.kinds.set(bubble.id, kind);
    mark(page, bubble, kind, ink, line, chance);
  };
  const used = likely(chance, 0.5) ? layout.rows : Math.ceil(layout.rows * between(chance, 0.2, 1));
  const blankRate = likely(chance, 0.1) ? 0.5 : 0.05;
  for (let row = 1; row <= layout.rows; row += 1) {
    const bubbles = layout.bubbles.filter((bubble) => bubble.row === row);
    const chosen = new Set<number>();
    if (row <= used && !likely(chance, blankRate)) {
      chosen.add(1 + Math.floor(chance.next() * layout.choices));
      if (likely(chance, 0.02)) chosen.add(1 + Math.floor(chance.next() * layout.choices));
    }
    filled.rows.push([...chosen].sort((a, b) => a - b));
    for (const bubble of bubbles) {
      if (chosen.has(bubble.choice)) put(bubble, style !== 'full' ? style : likely(chance, 0.006) ? 'half' : likely(chance, 0.003) ? 'tick' : 'full');
      else if (tool !== 'pen' && row <= used && likely(chance, 0.02 / layout.choices)) put(bubble, 'erased');
    }
  }
  if (likely(chance, 0.9)) {
    const length = Math.min(layout.number_grid.columns, 4 + Math.floor(chance.next() * 7));
    for (let column = 1; column <= length; column += 1) {
      const digit = Math.floor(chance.next() * 10);
      filled.number += digit;
      const bubble = layout.number_grid.bubbles.find((one) => one.column === column && one.digit === digit);
      if (bubble) put(bubble, style === 'full' ? 'full' : style);
    }
  }
  for (let spots = Math.floor(chance.next() * 12); spots > 0; spots -= 1) {
    page.disc(between(chance, 15, layout.width - 15), between(chance, 30, layout.height - 15), between(chance, 0.1, 0.3), { ...ink, opacity: 0.6 });
  }
  return filled;
}

function inkOf(tool: Tool, chance: Chance): Ink {
  if (tool === 'pen') return { colour: chance.of(PENS), opacity: between(chance, 0.85, 1), grain: 0.08 };
  const shade = between(chance, 50, 75);
  const opacity = tool === 'pencil' ? between(chance, 0.7, 0.95) : between(chance, 0.45, 0.65);
  return { colour: [shade, shade, shade + 5], opacity, grain: 0.35 };
}

function mark(page: Drawing, bubble: Bubble, kind: MarkKind, ink: Ink, line: number, chance: Chance): void {
  const { radius } = bubble;
  const [x, y] = [bubble.x + between(chance, -0.12, 0.12) * radius, bubble.y + between(chance, -0.12, 0.12) * radius];
  const wobble = () => between(chance, -0.12, 0.12) * radius;
  const at = (dx: number, dy: number) => [x + dx * radius + wobble(), y + dy * radius + wobble()] as const;
  switch (kind) {
    case 'tick':
      page.stroke([at(-0.8, -0.05), at(-0.2, 0.75), at(1.1, -1.2)], line, ink);
      break;
    case 'cross':
      page.stroke([at(-0.85, -0.85), at(0.85, 0.85)], line, ink);
      page.stroke([at(0.85, -0.85), at(-0.85, 0.85)], line, ink);
      break;
    case 'erased': {
      const left = between(chance, 0.04, 0.2);
      page.disc(x, y, radius * between(chance, 1, 1.35), { ...ink, opacity: ink.opacity * left * 0.5, grain: 0.6 });
      hatch(page, x, y, radius * 0.95, 0.9, { ...ink, opacity: ink.opacity * left }, line, chance);
      break;
    }
    default:
      hatch(page, x, y, radius * between(chance, 0.88, 1.05), kind === 'half' ? between(chance, 0.45, 0.6) : 1, ink, line, chance);
  }
}

/** A line to and fro that covers a disc, or from one side the given part of it. */
function hatch(page: Drawing, x: number, y: number, radius: number, part: number, ink: Ink, line: number, chance: Chance): void {
  const angle = between(chance, 0, Math.PI);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const points: (readonly [number, number])[] = [];
  const step = line * between(chance, 0.55, 0.95);
  let side = 1;
  for (let across = -radius + line / 2; across <= radius * (2 * part - 1) - line / 4; across += step) {
    const half = Math.sqrt(Math.max(0, radius ** 2 - across ** 2)) * between(chance, 0.85, 1);
    points.push([x + cos * across - sin * half * side, y + sin * across + cos * half * side]);
    side = -side;
    points.push([x + cos * across - sin * half * side, y + sin * across + cos * half * side]);
  }
  page.stroke(points, line, ink);
}
