import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isEnding, releaseAll, releaseWhateverHappens } from './clean-up.ts';
import { seedGradebooks } from './gradebook.ts';
import { once } from './means.ts';
import { type Bench, type Outcome, PARTS, type WholeEffort } from './parts.ts';
import { report } from './report.ts';
import { seededDatabase } from './seed.ts';

const OUTPUT = new URL('../../.data/bench.json', import.meta.url);
const FULL: WholeEffort = {
  rounds: 5,
  roundSeconds: 1.2,
  besideSeconds: 3,
  warmUpSeconds: 1,
  starts: 5,
  enduranceSeconds: 300,
  routing: { runs: 3, seconds: 0.9 },
};
const QUICK: WholeEffort = {
  rounds: 2,
  roundSeconds: 0.3,
  besideSeconds: 0.3,
  warmUpSeconds: 0.2,
  starts: 1,
  enduranceSeconds: 8,
  routing: { runs: 1, seconds: 0.2 },
};

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

async function bench(effort: WholeEffort, only: string): Promise<void> {
  const isWanted = (name: string) => only.split(',').some((text) => name.toLowerCase().includes(text));
  const wanted = PARTS.map(({ names, measure }) => ({ names: names.filter(isWanted), measure })).filter(({ names }) => names.length > 0);
  if (wanted.length === 0) {
    console.error(`There is no row whose name contains "${only}".`);
    process.exitCode = 2;
    return;
  }
  const database = once(seededDatabase);
  const gradebooks = once(async () => {
    console.error('seeding gradebooks');
    const { db, seed } = await database();
    return seedGradebooks(db, seed);
  });
  const means: Bench = { effort, database, gradebooks };
  const outcomes: Outcome[] = [];
  try {
    for (const { names, measure } of wanted) outcomes.push(await measure(names, means));
  } finally {
    // The report is printed even if a part fails, because what was measured before took many minutes.
    console.log(report(outcomes.flatMap(({ tables }) => tables)));
  }
  if (effort.rounds < FULL.rounds) console.log('\nThese rounds are too short to judge the goals, because the servers are not warm.');
  await mkdir(new URL('./', OUTPUT), { recursive: true });
  await writeFile(OUTPUT, `${JSON.stringify({ ...about(effort), ...Object.assign({}, ...outcomes.map(({ rows }) => rows)) }, null, 2)}\n`);
  console.log(`\n${fileURLToPath(OUTPUT)}`);
}

function about(effort: WholeEffort): object {
  return {
    measured_at: new Date().toISOString(),
    machine: { cpus: availableParallelism(), model: cpus()[0]?.model ?? null, node: process.version, platform: process.platform },
    effort,
  };
}
