import sharp from 'sharp';
import type { ChoiceBubble, Layout } from '../../../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import { LAYOUTS } from '../../../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import type { Seen } from '../../../../src/domain/assessment/answer-sheets/reading/measure.ts';
import { judgeSheet, lookAtSheet } from '../../../../src/domain/assessment/answer-sheets/reading/read-sheet.ts';
import { openSheetReader } from '../../../../src/domain/assessment/answer-sheets/reading/sheet-reader.ts';
import { type Drawing, type Ink, PRINT } from '../../../support/answer-sheets/drawing.ts';
import { printSheet } from '../../../support/answer-sheets/print.ts';
import { heicScan, LAYOUT, makeScene, type Scene, SHEET, scan } from '../../../support/answer-sheets/scene.ts';
import { Tally } from '../../../support/answer-sheets/tally.ts';
import { longestTurn } from '../../../support/cpu-time.ts';

const reader = openSheetReader();
afterAll(() => reader.close());

test('photographed sheets are read without a wrong mark, in threads that leave the event loop free', async () => {
  const tally = new Tally();
  const scenes = await Promise.all([1, 2].map((seed) => makeScene(seed, { width: 1100, height: 1467, turn: 180 * seed + 4, fill: 0.95 })));
  const longest = await longestTurn(async () => {
    const readings = await Promise.all(scenes.map(({ image }) => reader.read(image)));
    readings.forEach((reading, index) => {
      tally.add(scenes[index] as Scene, reading);
    });
  });
  expect(tally.wrong).toEqual([]);
  expect(tally.doubted).toEqual([]);
  expect(longest).toBeLessThan(60);
});

test('neither the edge of a shadow in the dark nor a tick beside a full mark is misread', async () => {
  const tally = new Tally();
  for (const seed of [30_362, 30_753]) {
    const scene = await makeScene(seed);
    tally.add(scene, await reader.read(scene.image));
  }
  expect(tally.sheets).toBe(2);
  expect(tally.wrong).toEqual([]);
});

/** A page with full marks in its first ten rows. */
function filledPage() {
  const page = printSheet(LAYOUT, SHEET);
  const bubbleAt = (row: number, choice: number) => LAYOUT.bubbles.find((one) => one.row === row && one.choice === choice) as ChoiceBubble;
  for (let row = 1; row <= 10; row += 1) page.disc(bubbleAt(row, 1).x, bubbleAt(row, 1).y, bubbleAt(row, 1).radius, PRINT);
  /** A line through these places, in radii from the third circle of a row. */
  const draw = (row: number, line: readonly (readonly [number, number])[], width: number, ink: Ink) => {
    const { x, y, radius } = bubbleAt(row, 3);
    page.stroke(
      line.map(([dx, dy]) => [x + dx * radius, y + dy * radius] as const),
      width,
      ink,
    );
  };
  return { page, draw };
}

async function doubtsOf(page: Drawing) {
  const reading = await reader.read(await scan(page));
  if (reading.status !== 'read') throw new Error(reading.reason);
  return reading.rows.filter(({ state }) => state === 'unclear').map(({ row, marked, doubtful }) => [row, marked, doubtful]);
}

test('a row with a small faint stroke over the line of a circle is not blank, and rows without one are', async () => {
  const { page, draw } = filledPage();
  for (const [row, opacity] of [
    [11, 0.15],
    [13, 0.25],
  ] as const) {
    const stroke = [
      [-0.1, -0.95],
      [0.25, -1.15],
      [1.1, 0.45],
    ] as const;
    draw(row, stroke, 0.4, { colour: [62, 62, 66], opacity, grain: 0.35 });
  }
  expect(await doubtsOf(page)).toEqual([
    [11, [], [3]],
    [13, [], [3]],
  ]);
});

test('where marks are full, handwriting that begins in a circle is no mark', async () => {
  const { page, draw } = filledPage();
  const word = [
    [-0.45, 0.5],
    [-0.3, -0.5],
    [-0.05, 0.6],
    [0.15, -0.65],
    [0.4, 0.7],
    [0.6, -0.75],
    [0.85, 0.8],
    [1.05, -0.8],
    [1.5, 0.5],
    [1.6, 0.1],
  ] as const;
  draw(16, word, 0.5, PRINT);
  expect(await doubtsOf(page)).toEqual([[16, [], [3]]]);
});

test('of two marks in a row, one with a thin line through it is perhaps taken back, and full ones are marks, one with a tail too', async () => {
  const { page, draw } = filledPage();
  const { radius } = LAYOUT.bubbles[0] as ChoiceBubble;
  const pitch = ((LAYOUT.bubbles[1] as ChoiceBubble).x - (LAYOUT.bubbles[0] as ChoiceBubble).x) / radius;
  for (const row of [13, 16, 19]) {
    for (const across of [0, -2 * pitch]) {
      const disc = [
        [across, 0],
        [across, 0.01],
      ] as const;
      draw(row, disc, 2 * radius, PRINT);
    }
  }
  const [left, middle, right] = [
    [-1.9, 0.6],
    [0, 0],
    [1.9, -0.6],
  ] as const;
  draw(16, [left, right], 0.35, PRINT);
  draw(19, [middle, right], 0.35, PRINT);
  expect(await doubtsOf(page)).toEqual([[16, [1], [3]]]);
});

test('of two marks in a row, one with faint ink on two of its sides is perhaps taken back', async () => {
  const layout = LAYOUTS.get('112') as Layout;
  const page = printSheet(layout, SHEET);
  const bubble = (row: number, choice: number) => layout.bubbles.find((one) => one.row === row && one.choice === choice) as ChoiceBubble;
  const fill = (row: number, choice: number) => {
    const { x, y, radius } = bubble(row, choice);
    page.disc(x, y, radius, PRINT);
  };
  for (let row = 1; row <= 20; row += 1) fill(row, 4);
  for (const row of [8, 11]) fill(row, 1);
  const { x, y, radius } = bubble(11, 1);
  page.disc(x - 1.6 * radius, y, 1.3 * radius, { ...PRINT, opacity: 0.14 });
  page.disc(x, y + 1.7 * radius, 1.3 * radius, { ...PRINT, opacity: 0.14 });
  const rows = (await doubtsOf(page)).map(([row]) => row);
  expect(rows).toContain(11);
  expect(rows).not.toContain(8);
});

test('a row with ink like that of a mark beside its circles is not certain, whether it has a mark or not', async () => {
  const { page } = filledPage();
  for (const row of [5, 15]) {
    const [last, before] = [LAYOUT.choices, LAYOUT.choices - 1].map((choice) => LAYOUT.bubbles.find((one) => one.row === row && one.choice === choice)) as [
      ChoiceBubble,
      ChoiceBubble,
    ];
    page.disc(2 * last.x - before.x, last.y, 0.8 * last.radius, PRINT);
  }
  expect((await doubtsOf(page)).map(([row]) => row)).toEqual([5, 15]);
});

test('a mark with a thin line through it, or to a mark next to it, is not certain, although its row has no tidier one', async () => {
  const layout = LAYOUTS.get('113') as Layout;
  const page = printSheet(layout, SHEET);
  const bubble = (row: number, choice: number) => layout.bubbles.find((one) => one.row === row && one.choice === choice) as ChoiceBubble;
  for (let row = 1; row <= 20; row += 1) {
    const { x, y, radius } = bubble(row, 4);
    page.disc(x, y, radius, PRINT);
  }
  for (const row of [5, 8, 17]) page.disc(bubble(row, 3).x, bubble(row, 3).y, bubble(row, 3).radius, PRINT);
  const line = (row: number, from: number, to: number) => {
    const { x, y, radius } = bubble(row, 4);
    page.stroke(
      [
        [x + from * radius, y + 0.25],
        [x + to * radius, y - 0.25],
      ],
      0.35,
      PRINT,
    );
  };
  line(5, -2.9, 0);
  line(11, -1.7, 1.7);
  line(14, 0, 1.7);
  // As the tip of an arrow does, it ends before the mark next to it.
  line(17, -1.55, 0);
  expect((await doubtsOf(page)).map(([row]) => row)).toEqual([5, 11, 17]);
});

/** What is seen on a page with full marks in its first ten rows, and what is judged of a row when some circles look otherwise. */
async function seenPage() {
  const sheet = await lookAtSheet(await scan(filledPage().page));
  if ('reason' in sheet) throw new Error(sheet.reason);
  const { seen, layout } = sheet;
  const placeOf = (row: number, choice: number) => layout.bubbles.findIndex((one) => one.row === row && one.choice === choice);
  const judgedWith = (others: readonly (readonly [place: number, Partial<Seen>])[], ofNumber: Partial<Seen> = {}) => {
    const changes = new Map(others);
    const rows = seen.rows.map((one, place) => ({ ...one, ...changes.get(place) }));
    return judgeSheet(layout, false, { rows, number: seen.number.map((one) => ({ ...one, ...ofNumber })) }, () => true);
  };
  const rowWith = (row: number, others: Parameters<typeof judgedWith>[0]) => judgedWith(others).rows[row - 1];
  const doubtsWith = (...args: Parameters<typeof rowWith>) => rowWith(...args)?.doubtful;
  const marks = Array.from({ length: 10 }, (_, index) => placeOf(index + 1, 1));
  const all = seen.rows.map((_, place) => place);
  return {
    placeOf,
    judgedWith,
    rowWith,
    doubtsWith,
    marks,
    empty: all.filter((place) => !marks.includes(place)),
    at: (place: number) => seen.rows[place] as Seen,
  };
}

test('beside faint marks, what is lighter than they are by little is not blank, and beside a dark mark what is dark somewhere was not erased', async () => {
  const { placeOf, doubtsWith, marks, at } = await seenPage();
  const place = placeOf(3, 2);
  const paper = at(place).ink;
  const beside = (marked: Partial<Seen>, more: number) => [...marks.map((one) => [one, marked] as const), [place, { ink: paper + more }] as const];
  const faint = { ink: 0.1, darkest: 0.18, label: 0.12, cover: 0.95 };
  expect([doubtsWith(3, beside(faint, 0.038)), doubtsWith(3, beside(faint, 0.01)), doubtsWith(3, beside({}, 0.038))]).toEqual([[2], [], []]);
  const erased = (strange: number) => [[place, { ink: paper + 0.1, strange }]] as const;
  expect([doubtsWith(3, erased(0.3)), doubtsWith(3, erased(0.95))]).toEqual([[], [2]]);
});

test('a row without a mark is blank only if its circles look alike', async () => {
  const { placeOf, doubtsWith, at } = await seenPage();
  const place = placeOf(15, 2);
  const { ink } = at(place);
  expect([0.02, 0.036].map((more) => doubtsWith(15, [[place, { ink: ink + more }]]))).toEqual([[], [2]]);
  const others = [1, 3, 4, 5].map((choice) => [placeOf(15, choice), { strange: 0.01 }] as const);
  expect([0.04, 0.065].map((strange) => doubtsWith(15, [...others, [place, { strange }]]))).toEqual([[], [2]]);
});

test('where the lines of circles are lighter than any pen, a row without a mark is blank only among solid marks', async () => {
  const { doubtsWith, judgedWith, marks, empty, at } = await seenPage();
  const linesOf = (ink: number) => empty.map((place) => [place, { circle: { ...at(place).circle, ink } }] as const);
  const lighter = marks.map((place) => [place, { ink: 0.4, darkest: 0.6 }] as const);
  const doubts = [linesOf(0.08), [...linesOf(0.12), ...lighter], [...linesOf(0.08), ...lighter]].map((seen) => doubtsWith(15, seen));
  expect(doubts).toEqual([[], [], [1, 2, 3, 4, 5]]);
  const numberOf = (ink: number, others: Parameters<typeof judgedWith>[0]) => judgedWith(others, { circle: { part: 1, ink } }).number.digits;
  expect([numberOf(0.08, []), numberOf(0.12, lighter), numberOf(0.08, [...linesOf(0.08), ...lighter])]).toEqual(['', '', expect.stringMatching(/^\?+$/)]);
});

test('ink as in nearly all empty circles is no mark, however much of it there is', async () => {
  const { placeOf, rowWith, marks, empty, at } = await seenPage();
  const noisy = empty.map((place) => [place, { darkest: 0.17, strange: 0.05 }] as const);
  const faint = marks.map((place) => [place, { ink: 0.15, darkest: 0.2, label: 0.2, cover: 0.9, strange: 0.2 }] as const);
  const place = placeOf(15, 2);
  const like = (strange: number) => rowWith(15, [...noisy, ...faint, [place, { ...at(place), ink: 0.11, darkest: 0.18, cover: 0.75, strange }]])?.marked;
  expect([like(0.06), like(0.2)]).toEqual([[], [2]]);
});

test('a mark beside which faint ends of lines are seen is perhaps taken back if its row has another, and one in a faint ring is', async () => {
  const { placeOf, doubtsWith, at } = await seenPage();
  const mark = at(placeOf(3, 1));
  const nothing = { own: 0, stray: 0, across: 0, opposite: 0 };
  const beside = (second: Partial<Seen>) => doubtsWith(3, [[placeOf(3, 2), { ...mark, beyond: nothing, ...second }]]);
  const tail = { ...nothing, own: 1.5 };
  expect(beside({})).toEqual([]);
  expect([{ directions: 0.25 }, { span: mark.span + 1 }].map(beside)).toEqual([[2], [2]]);
  expect(
    [
      { directions: 0.25, beyond: tail },
      { span: mark.span + 1, beyond: tail },
    ].map(beside),
  ).toEqual([[], []]);
  const ring = { around: 0.1, ringed: 0.25, beyond: { ...nothing, own: 2 } };
  const ringed = (change: Partial<Seen>) => doubtsWith(3, [[placeOf(3, 1), { ...mark, ...ring, ...change }]]);
  expect([ringed({}), ringed({ beyond: { ...nothing, own: 20 } })]).toEqual([[1], []]);
});

test('a circle is not blank if a ring goes around it, however far away', async () => {
  const { page } = filledPage();
  const { x, y, radius } = LAYOUT.bubbles.find((one) => one.row === 15 && one.choice === 3) as ChoiceBubble;
  page.ring(x, y, 2.75 * radius, 0.4, PRINT);
  const sheet = await lookAtSheet(await scan(page));
  if ('reason' in sheet) throw new Error(sheet.reason);
  expect(sheet.seen.rows.filter(({ isEnclosed }) => isEnclosed).map(({ id }) => id)).toEqual(['q15.3']);
  const { placeOf, doubtsWith } = await seenPage();
  // Also beside a mark, where what a rubber leaves is no mark.
  for (const row of [15, 3]) expect(doubtsWith(row, [[placeOf(row, 3), { isEnclosed: true }]])).toEqual([3]);
});

test('marks whose tails reach the lines of the circles next to them leave those blank', async () => {
  const layout = LAYOUTS.get('112') as Layout;
  const page = printSheet(layout, SHEET);
  for (const { row, choice, x, y, radius } of layout.bubbles) {
    if (choice !== 1 + ((2 * row) % 5)) continue;
    page.disc(x, y, radius, PRINT);
    if (row % 3 !== 1) continue;
    page.stroke(
      [
        [x, y],
        [x, y + 1.95 * radius],
      ],
      0.9,
      PRINT,
    );
  }
  expect(await doubtsOf(page)).toEqual([]);
});

/** A page of 113 with full marks in its first column, and what puts a disc beside one of them, in radii from its middle. */
function fullColumn() {
  const layout = LAYOUTS.get('113') as Layout;
  const page = printSheet(layout, { ...SHEET, page: 1 });
  const bubble = (row: number, choice = 4) => layout.bubbles.find((one) => one.row === row && one.choice === choice) as ChoiceBubble;
  for (let row = 1; row <= 25; row += 1) page.disc(bubble(row).x, bubble(row).y, bubble(row).radius, PRINT);
  const add = (row: number, far: number, degrees: number, size: number) => {
    const [{ x, y, radius }, angle] = [bubble(row), (degrees * Math.PI) / 180];
    page.disc(x + far * radius * Math.cos(angle), y + far * radius * Math.sin(angle), size * radius, PRINT);
  };
  return { page, bubble, add };
}

test('a full mark with ink on two sides is certain where these are not opposite, as those of a line through it are, however faint', async () => {
  const { page, add, bubble } = fullColumn();
  const { x, y, radius } = bubble(17);
  page.stroke(
    [
      [x - 2.2 * radius, y + 0.3],
      [x + 2.2 * radius, y - 0.3],
    ],
    0.38,
    { ...PRINT, opacity: 0.48 },
  );
  for (const degrees of [20, 130]) add(5, 1.15, degrees, 0.3);
  for (const degrees of [20, 200]) add(11, 1.15, degrees, 0.3);
  expect((await doubtsOf(page)).map(([row]) => row)).toEqual([11, 17]);
});

test('a full mark with a second one between it and the next circle is not certain, and one with a tail is', async () => {
  const { page, add, bubble } = fullColumn();
  add(5, 1.4, 180, 0.85);
  const { x, y, radius } = bubble(11);
  page.stroke(
    [
      [x, y],
      [x - 1.9 * radius, y],
    ],
    0.5,
    PRINT,
  );
  expect((await doubtsOf(page)).map(([row]) => row)).toEqual([5]);
});

test('a mark on the number of a row sends the rows on both sides of it to review', async () => {
  const { page, bubble } = fullColumn();
  const beside = (row: number) => ({ x: bubble(row, 1).x - 3.6 * bubble(row, 1).radius, y: bubble(row, 1).y, radius: bubble(row, 1).radius });
  const [full, around] = [beside(30), beside(38)];
  page.disc(full.x, full.y, 0.9 * full.radius, PRINT);
  page.ring(around.x, around.y, around.radius, 0.4, PRINT);
  // Before the two digits of the number.
  page.disc(bubble(45, 1).x - 9.3, bubble(45, 1).y, 1.5, PRINT);
  expect((await doubtsOf(page)).map(([row]) => row)).toEqual([5, 13, 20, 30, 38, 45]);
});

test('of two marks in a row, one that is much lighter or has a ring around it is not certain', async () => {
  const layout = LAYOUTS.get('112') as Layout;
  const page = printSheet(layout, SHEET);
  const fill = (row: number, choice: number, ink = PRINT) => {
    const { x, y, radius } = layout.bubbles.find((one) => one.row === row && one.choice === choice) as ChoiceBubble;
    page.disc(x, y, radius, ink);
    return { x, y, radius };
  };
  for (let row = 1; row <= 20; row += 1) fill(row, 4);
  fill(3, 2, { ...PRINT, opacity: 0.72 });
  const { x, y, radius } = fill(11, 1);
  page.ring(x, y, 1.55 * radius, 0.4, PRINT);
  fill(14, 1);
  const rows = (await doubtsOf(page)).map(([row]) => row);
  expect(rows).toEqual(expect.arrayContaining([3, 11]));
  expect(rows).not.toContain(14);
});

test('a stroke in a circle is no mark if more of a wide ring around the next circle lies beside it', async () => {
  const page = printSheet(LAYOUT, SHEET);
  const draw = (row: number, choice: number, lines: readonly (readonly (readonly [number, number])[])[]) => {
    const { x, y, radius } = LAYOUT.bubbles.find((one) => one.row === row && one.choice === choice) as ChoiceBubble;
    for (const line of lines)
      page.stroke(
        line.map(([dx, dy]) => [x + dx * radius, y + dy * radius] as const),
        0.5,
        PRINT,
      );
  };
  const [falling, rising] = [
    [
      [-0.7, -0.7],
      [0.7, 0.7],
    ],
    [
      [-0.7, 0.7],
      [0.7, -0.7],
    ],
  ] as const;
  for (let row = 1; row <= 10; row += 1) draw(row, 1, [falling, rising]);
  const within = [
    [0.45, -0.8],
    [0.35, 0],
    [0.45, 0.8],
  ] as const;
  const beyond = [
    [0.65, 1.35],
    [0.8, 1.6],
  ] as const;
  draw(12, 3, [within]);
  draw(15, 3, [within, beyond]);
  expect(await doubtsOf(page)).toEqual([[15, [], [3]]]);
});

test('a stroke in a circle is not certain if ink in the circle below goes on as a ring around others does', async () => {
  const layout = LAYOUTS.get('112') as Layout;
  const page = printSheet(layout, SHEET);
  const draw = (row: number, line: readonly (readonly [number, number])[]) => {
    const { x, y, radius } = layout.bubbles.find((one) => one.row === row && one.choice === 3) as ChoiceBubble;
    page.stroke(
      line.map(([dx, dy]) => [x + dx * radius, y + dy * radius] as const),
      0.5,
      PRINT,
    );
  };
  const within = [
    [-0.7, 0.35],
    [0.7, 0.35],
  ] as const;
  for (let row = 1; row <= 12; row += 2) draw(row, within);
  draw(17, within);
  draw(18, [
    [-2.8, 1.2],
    [0, 0.2],
    [2.8, 1.2],
  ]);
  expect((await doubtsOf(page)).map(([row]) => row)).toEqual([17, 18]);
});

test('a page is found among circles with dots in them, which look like its markers', async () => {
  const page = printSheet(LAYOUT, SHEET);
  for (const { x, y, radius } of LAYOUT.bubbles) {
    page.ring(x, y, radius, 0.5, PRINT);
    page.disc(x, y, 0.45 * radius, PRINT);
  }
  expect(await reader.read(await scan(page))).toMatchObject({ status: 'read', sheetId: SHEET.sheet });
});

test('the straightened page shows each circle in its place, and carries no metadata', async () => {
  const page = printSheet(LAYOUT, SHEET);
  const { x, y, radius } = LAYOUT.bubbles[0] as ChoiceBubble;
  page.disc(x, y, radius, PRINT);
  const reading = await reader.read(
    await sharp(await scan(page))
      .withMetadata({ exif: { IFD0: { Artist: 'Somebody' } } })
      .rotate(180)
      .toBuffer(),
  );
  if (reading.status !== 'read') throw new Error(reading.reason);
  const { width, height, exif } = await sharp(reading.picture).metadata();
  expect([width, height, exif]).toEqual([LAYOUT.width * reading.pixelsPerMm, LAYOUT.height * reading.pixelsPerMm, undefined]);
  expect(reading).toMatchObject({ layoutCode: '111', sheetId: SHEET.sheet, page: 2, number: { digits: '' } });
  expect(reading.rows.map(({ marked, state }) => [...marked, state].join())).toEqual(['1,clear', ...Array(LAYOUT.rows - 1).fill('clear')]);
});

test('a sheet is read from a HEIC photo, which is found readable before', async () => {
  const photo = await heicScan();
  expect(await reader.check(photo)).toBe('heic');
  expect(await reader.read(photo)).toMatchObject({ status: 'read', sheetId: SHEET.sheet, page: SHEET.page });
});
