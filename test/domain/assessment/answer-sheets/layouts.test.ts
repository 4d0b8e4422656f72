import { createHash } from 'node:crypto';
import type { Layout } from '../../../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import { LAYOUTS } from '../../../../src/domain/assessment/answer-sheets/layout/layouts.ts';

/** Sheets that were printed are read by these layouts for ever. A changed geometry needs a new code, never a new fingerprint. */
const FINGERPRINTS: Record<string, string> = {
  '111': '421bbf6340ab6ce1',
  '112': 'd7556473c8bd6fad',
  '113': '77d310e6a02fbadb',
  '114': '6b432ef636f8f108',
  '211': '1ade50c4f8ef4959',
  '212': '26ef985172d5d887',
  '213': 'd677ece150e3df41',
  '214': 'd051186a6828cf11',
};

const layouts = [...LAYOUTS.values()];
const fingerprint = (layout: Layout) => createHash('sha256').update(JSON.stringify(layout)).digest('hex').slice(0, 16);

test('no layout that was ever printed has changed', () => {
  expect(Object.fromEntries(layouts.map((layout) => [layout.code, fingerprint(layout)]))).toEqual(FINGERPRINTS);
});

test.each(layouts)('nothing of the layout $code touches anything else, and the markers stand at least 10 mm from every edge', (layout) => {
  const { markers, guides, code_cells, cell_size, bubbles, number_grid, width, height } = layout;
  for (const { x, y, size } of markers)
    for (const distance of [x - size / 2, y - size / 2, width - x - size / 2, height - y - size / 2]) expect(distance).toBeGreaterThanOrEqual(10);
  const discs = [...bubbles, ...number_grid.bubbles, ...guides].map(({ id, x, y, radius }) => ({ id, x, y, radius }));
  const squares = [
    ...markers.map(({ id, x, y, size }) => ({ id, x, y, radius: (size / 2) * Math.SQRT2 })),
    ...code_cells.map(({ bit, x, y }) => ({ id: `cell ${bit}`, x, y, radius: (cell_size / 2) * Math.SQRT2 })),
  ];
  const near = (one: (typeof discs)[number], other: (typeof discs)[number], gap: number) =>
    (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < (one.radius + other.radius + gap) ** 2;
  const touching = discs.flatMap((one, index) =>
    [...discs.slice(index + 1), ...squares].filter((other) => near(one, other, 0.3)).map(({ id }) => `${one.id} ${id}`),
  );
  expect(touching).toEqual([]);
  expect(new Set(discs.map(({ id }) => id)).size).toBe(discs.length);
});

test('layouts of one page size share their markers and code cells', () => {
  for (const same of Map.groupBy(layouts, ({ page_size }) => page_size).values()) {
    const frames = same.map(({ markers, guides, code_cells, cell_size, width, height }) =>
      JSON.stringify({ markers, guides, code_cells, cell_size, width, height }),
    );
    expect(new Set(frames).size).toBe(1);
  }
});
