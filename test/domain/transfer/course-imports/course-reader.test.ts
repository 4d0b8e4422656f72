import { openCourseReader, type ReadCourse } from '../../../../src/domain/transfer/course-imports/course-reader.ts';
import { UnreadableCourse } from '../../../../src/domain/transfer/course-imports/formats/format.ts';
import { COSTLY_FILES } from '../../../support/costly-files.ts';
import { cpuTime, longestTurn } from '../../../support/cpu-time.ts';
import { sampleOf } from '../../../support/sample.ts';

const MOST_CPU_MS = 20_000;
/** The reader's thread runs behind everything else, so that a busy machine leaves it a fortieth of a processor, or less. */
const LONGEST_TEST_MS = 80 * MOST_CPU_MS;
/** An import may take 50 ms of CPU time in one turn. The rest is for the garbage of the tests themselves. */
const LONGEST_TURN_MS = 100;
/** The thread has the processor for itself between two looks. */
const RESTING = { everyMs: 5 };

const reader = openCourseReader();
afterAll(() => reader.close());

/** Returns why a file is refused, or null. */
async function failureOf(name: string, bytes: Buffer): Promise<string | null> {
  const task = { name, size: bytes.length, timeZone: 'UTC', named: null, isAddition: false, start_date: null, remove_dates: false };
  try {
    await reader.read<ReadCourse>('of one', task, async (start, end) => bytes.subarray(start, end + 1));
    return null;
  } catch (error) {
    if (error instanceof UnreadableCourse) return error.failure;
    throw error;
  }
}

/** At least one that is read, and one for each reason to refuse. */
const files = sampleOf(
  COSTLY_FILES.map((file) => [file.what, file] as const),
  ([, { failure }]) => failure ?? 'read',
).map(([, file]) => file);

test.each(files)(
  '$what is read or refused within seconds of CPU time, and requests never wait for it',
  async ({ name, make, failure }) => {
    const bytes = await make();
    const [all, own] = [process.cpuUsage(), cpuTime()];
    let found: string | null | undefined;
    const turn = await longestTurn(async () => {
      found = await failureOf(name, bytes);
    }, RESTING);
    const { user, system } = process.cpuUsage(all);
    expect(found).toBe(failure);
    expect(turn).toBeLessThan(LONGEST_TURN_MS);
    expect((user + system) / 1000 - (cpuTime() - own)).toBeLessThan(MOST_CPU_MS);
  },
  LONGEST_TEST_MS,
);
