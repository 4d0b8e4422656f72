import { openSheetReader } from '../../../../src/domain/assessment/answer-sheets/reading/sheet-reader.ts';
import type { Drawing, Ink } from '../../../support/answer-sheets/drawing.ts';
import { printSheet } from '../../../support/answer-sheets/print.ts';
import { LAYOUT, SHEET, scan } from '../../../support/answer-sheets/scene.ts';

const reader = openSheetReader();
afterAll(() => reader.close());

const PENCIL: Ink = { colour: [60, 60, 65], opacity: 0.8, grain: 0.35 };
type Place = Readonly<{ x: number; y: number; radius: number }>;

const tick = (page: Drawing, { x, y, radius }: Place) =>
  page.stroke(
    [
      [x - 0.8 * radius, y],
      [x - 0.2 * radius, y + 0.75 * radius],
      [x + 1.1 * radius, y - 1.2 * radius],
    ],
    0.7,
    PENCIL,
  );
const fill = (page: Drawing, { x, y, radius }: Place) => page.disc(x, y, radius, PENCIL);
const erase = (page: Drawing, { x, y, radius }: Place, left: number) => page.disc(x, y, 1.2 * radius, { ...PENCIL, opacity: PENCIL.opacity * left });

/** What a rubber leaves of the ink, in each row a little more. */
const LEFT = Array.from({ length: LAYOUT.rows }, (_, index) => 0.02 + 0.026 * index);

test.each([
  ['ticks', tick],
  ['filled bubbles', fill],
] as const)('what a rubber leaves beside or without a mark, on a sheet of %s, is never read as a mark for certain', async (_, mark) => {
  const page = printSheet(LAYOUT, SHEET);
  const bubble = (row: number, choice: number) => LAYOUT.bubbles.find((one) => one.row === row && one.choice === choice) as Place;
  LEFT.forEach((left, index) => {
    if (index % 4) mark(page, bubble(index + 1, 2));
    erase(page, bubble(index + 1, 4), left);
  });
  const reading = await reader.read(await scan(page));
  if (reading.status !== 'read') throw new Error(reading.reason);
  const { rows } = reading;
  expect(rows.flatMap(({ row, marked }) => (marked.includes(4) ? [row] : []))).toEqual([]);
  expect(rows.flatMap(({ row, marked }) => (marked.includes(2) ? [row] : []))).toEqual(LEFT.flatMap((_left, index) => (index % 4 ? [index + 1] : [])));
});
