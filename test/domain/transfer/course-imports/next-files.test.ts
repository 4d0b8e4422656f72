import { nextFiles } from '../../../../src/domain/transfer/course-imports/read-import.ts';

const MIB = 1024 * 1024;

/** Returns how many files are noted each time. */
function notesOf(count: number, size_bytes: number): number[] {
  const files = Array.from({ length: count }, () => ({ size_bytes }));
  const notes: number[] = [];
  for (let at = 0; at < count; at += notes.at(-1) ?? 0) notes.push(nextFiles(files, at, at).length);
  return notes;
}

test('what is written to note the files of a course grows with their number, not with its square', () => {
  let noted = 0;
  const written = notesOf(20_000, 100).reduce((sum, files) => {
    noted += files;
    return sum + noted;
  }, 0);
  expect(noted).toBe(20_000);
  expect(written).toBeLessThan(30 * 20_000);
});

test('few files, and large ones, are noted as soon as they are stored', () => {
  expect(notesOf(10, 100)).toEqual(Array(10).fill(1));
  expect(Math.max(...notesOf(1000, 300 * MIB))).toBe(1);
});
