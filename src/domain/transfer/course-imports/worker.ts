import { Readable } from 'node:stream';
import type { ByteSource, EntryPlace } from '../../../platform/archives/zip-reader.ts';
import { wholeOf } from '../../../platform/content/whole.ts';
import { inThread } from '../../../platform/threads/in-thread.ts';
import { COURSE_LISTS, type CourseLists, type FileTask, type ReadingAnswer, type ReadingPart } from './course-reader.ts';
import { faultOfFile } from './formats/failure.ts';
import { type CheckedCourse, readCourse } from './read-course.ts';

type Send = (part: ReadingPart) => Promise<Uint8Array | undefined>;

/** Maximum size of a file that is requested as a whole, only once. */
const KEPT_BYTES = 8 * 1024 * 1024;
/** Number of bytes requested at once. */
const BLOCK = 1024 * 1024;
/** Characters and items of a list that are sent at once, so that receiving them does not keep the process from its requests. */
const [PART_CHARACTERS, PART_ITEMS] = [512 * 1024, 500];

export default inThread<FileTask, ReadingAnswer, ReadingPart, Uint8Array | undefined>(async ({ size, ...task }, send) => {
  try {
    const { archive, ...course } = await readCourse({ ...task, size, storage: bytesFrom(send, size), key: '' }, task);
    const places = archive ? pathsOf(course).map((path): [string, EntryPlace] => [path, archive.placeOf(path)]) : [];
    return { course: await sendLists({ ...course, places }, send) };
  } catch (error) {
    const failure = faultOfFile(error);
    if (failure !== undefined) return { failure };
    throw error;
  }
});

/** Returns the file as a source whose bytes are requested from the process. */
function bytesFrom(send: Send, size: number): ByteSource {
  const read = (start: number, end: number) => Readable.from(blocks(send, start, end), { objectMode: false });
  let whole: Promise<Buffer> | undefined;
  const open = async (start: number, end: number): Promise<Readable> => {
    if (size > KEPT_BYTES) return read(start, end);
    whole ??= wholeOf(read(0, size - 1));
    return Readable.from((await whole).subarray(start, end + 1));
  };
  return { open: async (_key, { start, end = size - 1 } = { start: 0 }) => ({ size, contentType: '', stream: await open(start, end) }) };
}

async function* blocks(send: Send, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let start = from; start <= to; start += BLOCK) yield (await send({ start, end: Math.min(to, start + BLOCK - 1) })) as Uint8Array;
}

const pathsOf = ({ media, documents, heroImages, packages = [] }: CheckedCourse): string[] => [
  ...[...media, ...documents, ...heroImages].flatMap(({ file }) => file?.path ?? []),
  ...packages.flatMap(({ paths }) => paths),
];

/** Sends the long lists of a course, and returns the rest of it. */
async function sendLists(course: CheckedCourse & CourseLists, send: Send): Promise<Omit<CheckedCourse, keyof CourseLists>> {
  const { ...rest } = course;
  for (const list of COURSE_LISTS) {
    for (const items of parts<unknown>(course[list] ?? [])) await send({ list, items });
    delete (rest as Partial<CourseLists>)[list];
  }
  return rest;
}

function* parts<Item>(items: readonly Item[]): Generator<Item[]> {
  let part: Item[] = [];
  let characters = 0;
  for (const item of items) {
    part.push(item);
    characters += JSON.stringify(item).length;
    if (part.length < PART_ITEMS && characters < PART_CHARACTERS) continue;
    yield part;
    [part, characters] = [[], 0];
  }
  yield part;
}
