import type { Layout } from '../../../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import { LAYOUTS } from '../../../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import { type Darkness, judgeDarkness } from '../../../../src/domain/assessment/answer-sheets/reading/judge-darkness.ts';

const LAYOUT = LAYOUTS.get('112') as Layout;

/** A page on which all bubbles are empty but these. */
function page(dark: Record<string, number>, empty: (label: string) => number = () => 0.01): Darkness[] {
  return [...LAYOUT.bubbles, ...LAYOUT.number_grid.bubbles].map(({ id, label }) => ({ id, darkness: dark[id] ?? empty(label) }));
}

const filled = (darkness: number, rows: readonly number[]) => Object.fromEntries(rows.map((row) => [`q${row}.${1 + (row % 5)}`, darkness]));
const rowOf = (bubbles: Darkness[], row: number) => judgeDarkness(LAYOUT, bubbles).rows[row - 1];
const TWENTY = Array.from({ length: 20 }, (_, index) => index + 1);
const ROWS = Array.from({ length: 50 }, (_, index) => index + 1);

test('every row has a judgement, and a blank page has no mark and no doubt', () => {
  const { rows, number } = judgeDarkness(LAYOUT, page({}));
  expect(rows.map(({ row }) => row)).toEqual(ROWS);
  expect(rows.filter(({ marked, state }) => marked.length || state !== 'clear')).toEqual([]);
  expect(number.digits).toBe('');
});

test('full marks and half-filled bubbles are marks', () => {
  expect(rowOf(page(filled(0.95, TWENTY)), 3)).toMatchObject({ marked: [4], state: 'clear' });
  expect(rowOf(page({ ...filled(0.95, TWENTY), 'q30.2': 0.45 }), 30)).toMatchObject({ marked: [2], state: 'clear' });
});

test.each([0.2, 0.45, 0.6, 1])('however many bubbles are filled, here %f of them, all of them are marks', (share) => {
  const marks = ROWS.map((row) => Array.from({ length: 5 }, (_, index) => index + 1).filter((choice) => ((row * 5 + choice) * 0.618) % 1 < share));
  const dark = Object.fromEntries(marks.flatMap((choices, index) => choices.map((choice) => [`q${index + 1}.${choice}`, 0.9])));
  const everywhere = share === 1 ? Object.fromEntries(LAYOUT.number_grid.bubbles.map(({ id }) => [id, 0.9])) : {};
  expect(judgeDarkness(LAYOUT, page({ ...dark, ...everywhere })).rows.map(({ marked, state }) => [state, marked])).toEqual(
    marks.map((choices) => ['clear', choices]),
  );
});

test('ink that may be a mark or what is left of one is doubtful, alone or beside a mark', () => {
  const bubbles = page({ ...filled(0.95, TWENTY), 'q3.1': 0.3, 'q4.1': 0.9, 'q30.2': 0.11, 'q31.2': 0.2 });
  expect(rowOf(bubbles, 3)).toMatchObject({ marked: [4], state: 'unclear', doubtful: [1] });
  expect(rowOf(bubbles, 4)).toMatchObject({ marked: [1, 5], state: 'clear', doubtful: [] });
  expect(rowOf(bubbles, 30)).toMatchObject({ marked: [], state: 'unclear', doubtful: [2] });
  expect(rowOf(bubbles, 31)).toMatchObject({ marked: [], state: 'unclear', doubtful: [2] });
});

test('a page of faint marks has no certain blank row', () => {
  expect(judgeDarkness(LAYOUT, page(filled(0.18, TWENTY))).rows.filter(({ row, state }) => row <= 20 && state === 'clear')).toEqual([]);
  const everywhere = Object.fromEntries(LAYOUT.bubbles.map(({ id }) => [id, 0.15]));
  expect(judgeDarkness(LAYOUT, page(everywhere)).rows.filter(({ state }) => state === 'clear')).toEqual([]);
});

test('what a rubber leaves beside a mark is not a mark', () => {
  expect(rowOf(page({ ...filled(0.95, TWENTY), 'q3.1': 0.08 }), 3)).toMatchObject({ marked: [4], state: 'clear' });
});

test('letters that a copying machine darkened are compared with the same letters, so that blank rows stay blank', () => {
  const letters: Record<string, number> = { A: 0.16, B: 0.24, C: 0.08, D: 0.2, E: 0.12 };
  const bubbles = page(filled(0.95, TWENTY), (label) => letters[label] ?? 0.15);
  expect(judgeDarkness(LAYOUT, bubbles).rows.filter(({ row, marked, state }) => state !== 'clear' || marked.length !== (row <= 20 ? 1 : 0))).toEqual([]);
});

test('a page on which every answer is the same letter keeps its marks', () => {
  const all = Object.fromEntries(ROWS.map((row) => [`q${row}.1`, 0.95]));
  expect(judgeDarkness(LAYOUT, page(all)).rows.every(({ marked, state }) => state === 'clear' && marked.join() === '1')).toBe(true);
});

test('a darker bubble is never less of a mark', () => {
  const order = ['clear ', 'unclear ', 'clear 2'];
  const judged = Array.from({ length: 50 }, (_, index) => {
    const { marked, state } = rowOf(page({ ...filled(0.95, TWENTY), 'q30.2': index / 50 }), 30) ?? { marked: [], state: '' };
    return order.indexOf(`${state} ${marked.join()}`);
  });
  expect(judged).toEqual([...judged].sort((a, b) => a - b));
  expect(new Set(judged)).toEqual(new Set([0, 1, 2]));
});

test('a number keeps its leading zeros, and a gap or a column with two digits is unclear', () => {
  const number = (...ids: string[]) =>
    judgeDarkness(LAYOUT, page({ ...filled(0.95, TWENTY), ...Object.fromEntries(ids.map((id) => [id, 0.95])) })).number.digits;
  expect(number('n1.0', 'n2.0', 'n3.7')).toBe('007');
  expect(number('n1.0', 'n3.7')).toBe('0?7');
  expect(number('n1.0', 'n2.1', 'n2.2', 'n3.7')).toBe('0?7');
});

test('a page of few circles is judged by those that it shows, and a mark beside them is one all the same', () => {
  const shown = [2, 2, 2];
  const isThere = (id: string) => /^q[123]\.[12]$/.test(id) || id.startsWith('n');
  const bubbles = page({ 'q1.2': 0.95, 'q2.4': 0.9, 'q9.1': 0.9 }, () => 0).map(({ id, darkness }) => ({
    id,
    darkness: darkness || (isThere(id) ? 0.12 : 0.01),
  }));
  const { rows } = judgeDarkness(LAYOUT, bubbles, shown);
  expect(rows.flatMap(({ row, marked, state }) => (marked.length || state === 'unclear' ? [[row, marked, state]] : []))).toEqual([
    [1, [2], 'clear'],
    [2, [4], 'clear'],
    [9, [1], 'clear'],
  ]);
  expect(judgeDarkness(LAYOUT, bubbles).rows[2]).toMatchObject({ state: 'unclear' });
});
