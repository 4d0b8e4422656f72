import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { checkStatements } from '../test/support/statements/check.ts';
import { EXCEPTIONS } from '../test/support/statements/exceptions.ts';
import { recordedStatements } from '../test/support/statements/record.ts';

/** Oldest version whose plans are judged: they are compared with those of the embedded server, and an older one chooses others. */
const PLANNER = 180_000;

/**
 * Judges every statement that operations and jobs have sent in a run (test/support/statements), reports the faults, and returns the exit status.
 * @param folder of the run
 * @param url of an empty, migrated database that nobody needs any more
 */
export async function reportStatements(folder: string, url: string, isComplete: boolean): Promise<number> {
  // If the system provides the servers, such as Redis, some statements are not sent.
  const areAllSent = isComplete && !process.env.DATABASE_URL;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`select current_setting('server_version_num')::int as version`);
    const plans = rows[0].version >= PLANNER;
    const schema = await readFile(new URL('../generated/schema.sql', import.meta.url), 'utf8');
    const statements = await recordedStatements(folder);
    const { judged, faults, needless } = await checkStatements(statements, { schema, exceptions: EXCEPTIONS, client: plans ? client : null });
    console.log(
      `${judged} statements were judged: whether they can be spread by organisation, whether they may change a row twice${plans ? ', and what they read from end to end' : ''}.`,
    );
    if (!plans) console.log(`Their plans were not judged: this needs PostgreSQL ${PLANNER / 10_000}.`);
    for (const fault of faults) console.log(`- ${fault}`);
    if (faults.length) console.log(`${faults.length} faults. Mend them, or name them with a reason in test/support/statements/exceptions.ts.`);
    if (areAllSent && needless.length) console.log(`These need no exception any more:\n${needless.map((name) => `- ${name}`).join('\n')}`);
    return faults.length > 0 || (areAllSent && needless.length > 0) ? 1 : 0;
  } finally {
    await client.end();
  }
}
