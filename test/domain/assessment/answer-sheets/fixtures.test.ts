import { readFile } from 'node:fs/promises';
import { openSheetReader } from '../../../../src/domain/assessment/answer-sheets/reading/sheet-reader.ts';
import type { ReadSheet } from '../../../../src/platform/sheet-reader/sheet-reader.ts';
import { sharedData, testWithSharedData } from '../../../support/shared-data.ts';

const reader = openSheetReader();
afterAll(() => reader.close());

async function rowsOf(name: string): Promise<ReadSheet['rows']> {
  const reading = await reader.read(await readFile(sharedData(`fixtures/sheets/${name}.jpg`)));
  if (reading.status !== 'read') throw new Error(reading.reason);
  return reading.rows;
}

/** What is on the photo, by row from the first: a letter, `-` for none, and `?` where it does not matter. Several letters stand in brackets. */
const marksOf = (text: string): string[] => text.match(/\([A-Z]+\)|[-?A-Z]/g)?.map((mark) => mark.replace(/[()-]/g, '')) ?? [];

/** The rows that are certain and not as they are on the photo. */
const wrongRows = (rows: ReadSheet['rows'], truth: string): string[] => {
  const marks = marksOf(truth);
  return rows.flatMap(({ row, marked, state }) => {
    const read = marked.map((choice) => String.fromCharCode(64 + choice)).join('');
    const meant = marks[row - 1];
    return state === 'unclear' || read === meant || meant === '?' ? [] : [`row ${row}: ${read || 'blank'}, not ${meant || 'blank'}`];
  });
};
const certain = (rows: ReadSheet['rows'], from = 1, to = rows.length) => rows.filter(({ row, state }) => row >= from && row <= to && state === 'clear');

const photo = (name: string, title: string, check: (rows: ReadSheet['rows']) => void) =>
  testWithSharedData(`fixtures/sheets/${name}.jpg`, title, async () => check(await rowsOf(name)));

/** Rows of which no choice is seen to be marked or doubtful. */
const blank = (rows: ReadSheet['rows']) => rows.flatMap(({ row, marked, doubtful }) => (marked.length + doubtful.length === 0 ? [row] : []));

const CROSSES = 'AEAAABDDBEBEEEADBEAABBCEABEDAACDDBEDDCDCEBAEBCBACE';
photo('S2_crosses_1.2', 'crosses that reach beyond their circles are marks or doubtful, and never blank', (rows) => {
  expect(wrongRows(rows, CROSSES)).toEqual([]);
  expect(blank(rows)).toEqual([]);
  expect(certain(rows).length).toBeGreaterThan(35);
});

const MIXED_CROSSES = 'ADBDDDDDCADBDABCCADACAA-A-BDBDDDCC-CBB-DBADDBAACC-DCDCDDBBBDCA-DAB-BBAABADCDCBBCCBADDD-ADC-C-AAADAD-';
photo('R2_0208_cross', 'crosses among full marks are marks or doubtful, and never blank', (rows) => {
  expect(wrongRows(rows, MIXED_CROSSES)).toEqual([]);
  expect(certain(rows).length).toBeGreaterThan(85);
});

const RINGS = 'DDCB-BECABB-ADEEEBB--AC-DDBA--EB-DBCBADC-CBDDACCBE';
photo('R2_0019_ring_pencil', 'a circle with a ring around it is marked or doubtful, and never blank', (rows) => {
  expect(wrongRows(rows, RINGS)).toEqual([]);
  expect(blank(rows).filter((row) => marksOf(RINGS)[row - 1])).toEqual([]);
});

const BLOTS = 'DACCECDEECBDCBCBDCACDCCEABCDABAADCDADEEECEABDAABDD';
photo('S2_blob_1.6', 'circles that were filled far beyond their line are marks', (rows) => {
  expect(rows.map(({ marked }) => marked.map((choice) => String.fromCharCode(64 + choice)).join(''))).toEqual(marksOf(BLOTS));
  expect(certain(rows).length).toBeGreaterThan(45);
});

const HALF =
  'D(AC)(BC)(AD)(DE)(ADE)E(BDE)(CDE)(ABE)B(ABCE)(ADE)(BC)(ABE)B(ACDE)(DE)(ABCD)A(ABD)(BDE)(AB)(BC)(AD)(DE)D(BD)(AC)D(AD)(AD)(DE)(ABC)E(BE)(BD)(ABCD)(BD)AD-(ACE)(ABDE)BD(CDE)(BD)(ACDE)(BCE)';
photo('multiple_half_filled_all_lost', 'half of all circles may be filled, and all of them are marks', (rows) => {
  expect(wrongRows(rows, HALF)).toEqual([]);
  expect(certain(rows)).toHaveLength(50);
});

const FAINT = 'ACDCDE-CBCEBB-CCAEEB-ECEBBD-CCCADC-DCEEEB-ECDCBB-D';
photo('S2_faint_0.2', 'faint marks on a whole sheet are marks or doubtful, and never blank', (rows) => {
  expect(wrongRows(rows, FAINT)).toEqual([]);
  expect(blank(rows).filter((row) => marksOf(FAINT)[row - 1])).toEqual([]);
});

photo('S2_line_vertical', 'a line through blank rows is no mark', (rows) => {
  expect(certain(rows, 26, 50)).toEqual([]);
  expect(certain(rows, 1, 25).length).toBeGreaterThan(20);
});

const CREASED = `${'?'.repeat(25)}A-BABBDAADCAE-CAD-EEC(AD)CAE`;
photo('R2_0193_crease', 'a crease through a column is no mark', (rows) => {
  expect(rows.flatMap(({ row, marked }) => (row <= 25 && row !== 19 && marked.includes(5) ? [row] : []))).toEqual([]);
  expect(certain(rows, 1, 25)).toEqual([]);
  expect(wrongRows(rows, CREASED)).toEqual([]);
  expect(certain(rows, 26, 50).length).toBeGreaterThan(20);
});

photo('R1_0068_washed_out_copy', 'a row of which no circle is seen is not certain', (rows) => {
  expect(certain(rows)).toEqual([]);
});

photo('X_0032_glare', 'rows under glare are not certain', (rows) => {
  expect(certain(rows, 6, 13)).toEqual([]);
  expect(certain(rows, 27, 41)).toEqual([]);
});

photo('X_0015_folded_strip', 'no row of a page with a hidden strip is certain', (rows) => {
  expect(certain(rows)).toEqual([]);
});
