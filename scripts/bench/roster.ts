import { contractInput } from '../../src/domain/kernel/contract-input.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import { createCourse } from '../../src/domain/studio/courses/create-course.ts';
import { commitRoster, runCommit } from '../../src/domain/transfer/roster-imports/commit-roster.ts';
import { createRoster, getRoster } from '../../src/domain/transfer/roster-imports/manage-rosters.ts';
import { openRosterReader } from '../../src/domain/transfer/roster-imports/roster-reader.ts';
import { createKeyring } from '../../src/platform/secrets/keyring.ts';
import { staffCaller } from './gradebook.ts';
import { timed, withMemory } from './own-work.ts';
import type { SeededDatabase } from './seed.ts';

export const ROSTER_WORK = ['roster preview', 'roster commit'] as const;

export interface RosterRow {
  name: (typeof ROSTER_WORK)[number];
  rows: number;
  seconds: number;
  /** Largest growth of this process's memory. */
  megabytes: number;
}

const ROWS = 50_000;
const LOG = { info: () => {}, warn: () => {} };

/** Measures how long it takes to read a file of people without accounts and to decide about each, and then to import them all, each with a code. */
export async function measureRosters(database: SeededDatabase): Promise<RosterRow[]> {
  const { db, seed } = database;
  const caller = await staffCaller(database);
  const [clock, keyring] = [{ now: () => Date.now() }, createKeyring('a secret for this run only')];
  const rosterReader = openRosterReader();
  const { id: courseId } = await createCourse({ db }, caller, contractInput('CourseWrite', { title: 'A class from a file', status: 'published' }));
  const file = { filename: 'class.csv', bytes: Buffer.from(fileOf(newId())) };
  let importId = '';
  const preview = await withMemory(() =>
    timed(async () => {
      ({ id: importId } = await createRoster({ db, clock, keyring, rosterReader, base: 'http://localhost' }, caller, courseId, { file }));
    }),
  );
  await rosterReader.close();
  await commitRoster({ db, clock }, caller, { courseId, importId });
  const payload = { organisation_id: seed.organisationId, import_id: importId };
  const commit = await withMemory(() => timed(() => runCommit({ db, clock, keyring, base: 'http://localhost' }, payload, { isLast: true, log: LOG })));
  const { done_count } = await getRoster({ db, clock }, caller, { courseId, importId }, { page: 1, page_size: 1 });
  if (done_count !== ROWS) throw new Error(`${done_count} rows were imported.`);
  return [
    { name: ROSTER_WORK[0], rows: ROWS, ...preview },
    { name: ROSTER_WORK[1], rows: ROWS, ...commit },
  ];
}

const fileOf = (run: string): string =>
  ['Name,Email,Student number', ...Array.from({ length: ROWS }, (_, index) => `Zoë Müller-Çelik ${index},${run}-${index}@example.org,${index + 1}`)].join('\n');
