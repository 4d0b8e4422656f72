import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BESIDE, measureBeside } from './beside.ts';
import { CERTIFICATE_WORK, measureCertificates } from './certificates.ts';
import { isEnding, releaseAll, releaseWhateverHappens } from './clean-up.ts';
import { ENDURANCE, measureEndurance } from './endurance.ts';
import { FACE_WORK, measureFaces } from './faces.ts';
import {
  besideGoal,
  certificateGoals,
  enduranceGoal,
  faceGoal,
  gradebookGoals,
  memoryGoal,
  notificationGoal,
  pageGoal,
  readinessGoal,
  rosterGoals,
  routingGoal,
  sheetGoal,
  sheetPrintGoals,
  throughputGoals,
  transferGoals,
} from './goals.ts';
import { GRADEBOOK_WORK, measureGradebook, seedGradebooks } from './gradebook.ts';
import { WORKLOADS } from './load.ts';
import { once } from './means.ts';
import { measureNotifications, NOTIFICATION_WORK } from './notifications.ts';
import { measurePages, PAGE_WORK } from './pages.ts';
import { measureReadiness, STARTS } from './readiness.ts';
import { type Results, report } from './report.ts';
import { measureRosters, ROSTER_WORK } from './roster.ts';
import { measureRouting } from './routing.ts';
import { seededDatabase, temporaryFolder } from './seed.ts';
import { measureSheetPrint, SHEET_PRINT } from './sheet-print.ts';
import { measureSheets, SHEET_WORK } from './sheets.ts';
import { type Effort, measureThroughput } from './throughput.ts';
import { measureTransfers, TRANSFER_WORK } from './transfer.ts';
import { measureWorkers, WORKERS_WORK } from './workers.ts';

const OUTPUT = new URL('../../.data/bench.json', import.meta.url);
const FULL = { rounds: 5, roundSeconds: 1.2, warmUpSeconds: 1, starts: 5, enduranceSeconds: 300, routing: { runs: 3, seconds: 0.9 } };
const QUICK = { rounds: 2, roundSeconds: 0.3, warmUpSeconds: 0.2, starts: 1, enduranceSeconds: 8, routing: { runs: 1, seconds: 0.2 } };

/**
 * Measures what the service costs, next to the least that the same work can cost, on this machine and in one run. Figures of two machines or two runs
 * are not comparable, but the ratios are. --quick uses short rounds, to see that the benchmark works. --only=<text>,<text> selects the rows whose names
 * contain one of the texts, together with what is measured with them.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } } });
releaseWhateverHappens();
try {
  await bench(values.quick ? QUICK : FULL, values.only.toLowerCase());
} catch (error) {
  if (!isEnding()) {
    console.error(error);
    process.exitCode = 1;
  }
}
await releaseAll();

async function bench(effort: Effort & typeof FULL, only: string): Promise<void> {
  const wanted = (name: string) => only.split(',').some((text) => name.toLowerCase().includes(text));
  const workloads = WORKLOADS.map(({ name }) => name).filter(wanted);
  const starts = STARTS.some(wanted);
  const routing = wanted('routing and start-up');
  const gradebook = GRADEBOOK_WORK.some(wanted);
  const sheets = SHEET_WORK.some(wanted);
  const sheetPrints = SHEET_PRINT.some(wanted);
  const notifications = NOTIFICATION_WORK.some(wanted);
  const faces = FACE_WORK.some(wanted);
  const certificates = CERTIFICATE_WORK.some(wanted);
  const rosters = ROSTER_WORK.some(wanted);
  const transfers = TRANSFER_WORK.some(wanted);
  const pages = PAGE_WORK.some(wanted);
  const beside = BESIDE.filter(wanted);
  const workers = WORKERS_WORK.filter(wanted);
  const endurance = ENDURANCE.some(wanted);
  if (
    !workloads.length &&
    ![
      starts,
      routing,
      gradebook,
      sheets,
      sheetPrints,
      notifications,
      faces,
      certificates,
      rosters,
      transfers,
      pages,
      endurance,
      beside.length + workers.length > 0,
    ].includes(true)
  ) {
    console.error(`There is no row whose name contains "${only}".`);
    process.exitCode = 2;
    return;
  }
  const results: Results = {
    throughput: [],
    memory: [],
    routing: [],
    readiness: [],
    gradebook: [],
    sheets: [],
    sheetPrints: [],
    notifications: [],
    faces: [],
    certificates: [],
    rosters: [],
    transfers: [],
    pages: [],
    beside: [],
    workers: [],
    endurance: [],
  };
  if (routing) results.routing = await measureRouting(effort.routing);
  if (sheets) results.sheets = await measureSheets(effort.rounds);
  if (sheetPrints) results.sheetPrints = await measureSheetPrint();
  if (pages) results.pages = await measurePages(effort.rounds);
  if (
    workloads.length ||
    starts ||
    gradebook ||
    certificates ||
    rosters ||
    transfers ||
    notifications ||
    beside.length ||
    faces ||
    workers.length ||
    endurance
  ) {
    const database = await seededDatabase();
    const books = once(() => {
      console.error('seeding gradebooks');
      return seedGradebooks(database.db, database.seed);
    });
    if (starts) results.readiness = await measureReadiness(database.seed.databaseUrl, effort.starts);
    if (workloads.length) {
      const { rows, memory } = await measureThroughput(workloads, database, await temporaryFolder(), effort, books);
      Object.assign(results, { throughput: rows, memory });
    }
    if (notifications) results.notifications = await measureNotifications(database, await temporaryFolder(), effort);
    for (const name of beside) results.beside.push(await measureBeside(name, database, await temporaryFolder(), effort));
    if (workers.length) results.workers = await measureWorkers(workers, database, await temporaryFolder(), effort, books);
    if (endurance) results.endurance = await measureEndurance(database, await temporaryFolder(), effort.enduranceSeconds, books);
    if (gradebook) results.gradebook = await measureGradebook(database.db, database.seed, await books());
    if (faces) results.faces = await measureFaces(database.db, database.seed, effort.rounds);
    if (certificates) results.certificates = await measureCertificates(database.db, database.seed, await temporaryFolder());
    if (rosters) results.rosters = await measureRosters(database.db, database.seed);
    if (transfers) results.transfers = await measureTransfers(database.db, database.seed, await temporaryFolder());
  }
  console.log(report(results, effort));
  if (effort.rounds < FULL.rounds) console.log('\nThese rounds are too short to judge the goals, because the servers are not warm.');
  await mkdir(new URL('./', OUTPUT), { recursive: true });
  await writeFile(OUTPUT, `${JSON.stringify(document(results, effort), null, 2)}\n`);
  console.log(`\n${fileURLToPath(OUTPUT)}`);
}

function document(
  {
    throughput,
    memory,
    routing,
    readiness,
    gradebook,
    sheets,
    sheetPrints,
    notifications,
    faces,
    certificates,
    rosters,
    transfers,
    pages,
    beside,
    workers,
    endurance,
  }: Results,
  effort: Effort,
): object {
  return {
    measured_at: new Date().toISOString(),
    machine: { cpus: availableParallelism(), model: cpus()[0]?.model ?? null, node: process.version, platform: process.platform },
    effort,
    throughput: throughput.map((row) => ({ ...row, goals: throughputGoals(row) })),
    memory: memory.map((row) => ({ ...row, goal: memoryGoal(row) })),
    routing: routing.map((row) => ({ ...row, goal: routingGoal(row) })),
    gradebook: gradebook.map((row) => ({ ...row, goals: gradebookGoals(row) })),
    sheets: sheets.map((row) => ({ ...row, goal: sheetGoal(row) })),
    faces: faces.map((row) => ({ ...row, goal: faceGoal(row) })),
    certificates: certificates.map((row) => ({ ...row, goals: certificateGoals(row) })),
    rosters: rosters.map((row) => ({ ...row, goals: rosterGoals(row) })),
    transfers: transfers.map((row) => ({ ...row, goals: transferGoals(row) })),
    sheet_prints: sheetPrints.map((row) => ({ ...row, goals: sheetPrintGoals(row) })),
    notifications: notifications.map((row) => ({ ...row, goal: notificationGoal(row) })),
    pages: pages.map((row) => ({ ...row, goal: pageGoal(row) })),
    beside: beside.map((row) => ({ ...row, goal: besideGoal(row) })),
    workers,
    endurance: endurance.map((row) => ({ ...row, goal: enduranceGoal(row) })),
    readiness: readiness.map((row) => ({ ...row, goal: readinessGoal(row) })),
  };
}
