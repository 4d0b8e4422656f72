import type { Layout } from '../../../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import { LAYOUTS } from '../../../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import { type Darkness, judgeMarks, judgeNumber } from '../../../../src/domain/assessment/answer-sheets/reading/judge-marks.ts';

const LAYOUT = LAYOUTS.get('112') as Layout;

/** A page on which all bubbles are empty but these. */
function page(dark: Record<string, number>, empty: (label: string) => number = () => 0.01): Darkness[] {
  return [...LAYOUT.bubbles, ...LAYOUT.number_grid.bubbles].map(({ id, label }) => ({ id, darkness: dark[id] ?? empty(label) }));
}

const filled = (darkness: number, rows: readonly number[]) => Object.fromEntries(rows.map((row) => [`q${row}.${1 + (row % 5)}`, darkness]));
const rowOf = (bubbles: Darkness[], row: number) => judgeMarks(LAYOUT, bubbles).rows[row - 1];
const TWENTY = Array.from({ length: 20 }, (_, index) => index + 1);

test('every row has a judgement, and a blank page has no mark and no doubt', () => {
  const { rows } = judgeMarks(LAYOUT, page({}));
  expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  expect(rows.filter(({ marked, state }) => marked.length || state !== 'clear')).toEqual([]);
  expect(judgeNumber(LAYOUT, page({}))).toMatchObject({ digits: '' });
});

test('full marks, ticks on a page of ticks and half-filled bubbles are marks', () => {
  expect(rowOf(page(filled(0.95, TWENTY)), 3)).toMatchObject({ marked: [4], state: 'clear' });
  expect(rowOf(page(filled(0.18, TWENTY)), 3)).toMatchObject({ marked: [4], state: 'clear' });
  expect(rowOf(page({ ...filled(0.95, TWENTY), 'q30.2': 0.45 }), 30)).toMatchObject({ marked: [2], state: 'clear' });
});

test('the trace of a rubber is not a mark, alone or beside a mark', () => {
  const bubbles = page({ ...filled(0.95, TWENTY), 'q3.1': 0.06, 'q30.2': 0.05 });
  expect(rowOf(bubbles, 3)).toMatchObject({ marked: [4], state: 'clear' });
  expect(rowOf(bubbles, 30)).toMatchObject({ marked: [], state: 'clear' });
});

test('ink that may be a mark or what is left of one is doubtful, and two clear marks are both marks', () => {
  const bubbles = page({ ...filled(0.95, TWENTY), 'q3.1': 0.3, 'q4.1': 0.9, 'q6.1': 0.155, 'q30.2': 0.11 });
  expect(rowOf(bubbles, 3)).toMatchObject({ marked: [4], state: 'unclear', doubtful: [1] });
  expect(rowOf(bubbles, 6)).toMatchObject({ marked: [2], state: 'unclear', doubtful: [1] });
  expect(rowOf(bubbles, 4)).toMatchObject({ marked: [1, 5], state: 'clear', doubtful: [] });
  expect(rowOf(bubbles, 30)).toMatchObject({ marked: [], state: 'unclear', doubtful: [2] });
});

test('letters that a copying machine darkened are compared with the same letters, so that blank rows stay blank', () => {
  const letters: Record<string, number> = { A: 0.16, B: 0.24, C: 0.08, D: 0.2, E: 0.12 };
  const bubbles = page(filled(0.95, TWENTY), (label) => letters[label] ?? 0.15);
  expect(judgeMarks(LAYOUT, bubbles).rows.filter(({ row, marked }) => marked.length !== (row <= 20 ? 1 : 0))).toEqual([]);
});

test('a page on which every answer is the same letter keeps its marks', () => {
  const all = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`q${index + 1}.1`, 0.95]));
  expect(judgeMarks(LAYOUT, page(all)).rows.every(({ marked, state }) => state === 'clear' && marked.join() === '1')).toBe(true);
});

test('a darker bubble is never less of a mark', () => {
  const chance = (darkness: number) => {
    const { marked, confidence } = rowOf(page({ ...filled(0.95, TWENTY), 'q30.2': darkness }), 30) ?? { marked: [], confidence: 0 };
    return marked.length ? confidence : 1 - confidence;
  };
  const chances = Array.from({ length: 50 }, (_, index) => chance(index / 50)).filter((value) => value < 0.01 || value > 0.99);
  expect(chances).toEqual([...chances].sort((a, b) => a - b));
});

test('a number keeps its leading zeros, and a gap or a column with two digits is unclear', () => {
  const number = (...ids: string[]) => judgeNumber(LAYOUT, page({ ...filled(0.95, TWENTY), ...Object.fromEntries(ids.map((id) => [id, 0.95])) })).digits;
  expect(number('n1.0', 'n2.0', 'n3.7')).toBe('007');
  expect(number('n1.0', 'n3.7')).toBe('0?7');
  expect(number('n1.0', 'n2.1', 'n2.2', 'n3.7')).toBe('0?7');
});
