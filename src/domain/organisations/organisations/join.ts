import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { type Faults, NotFoundError } from '../../kernel/errors.ts';
import { randomCode } from '../../kernel/random-code.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readSite } from './site.ts';
import { webPath, webUrl } from './web-links.ts';

type LinkTools = Pick<Tools, 'db' | 'base' | 'webAppUrl'>;

const CODE_LENGTH = 8;

/** Returns the organisation's join code and creates it if there is none. Concurrent requests get the same code. */
export async function getJoinCode(tools: LinkTools, caller: Caller): Promise<Shape<'JoinCode'>> {
  const { db } = tools;
  const { organisationId } = caller;
  const kept = await db.selectFrom('organisations').select('join_code').where('id', '=', organisationId).executeTakeFirst();
  return describe(tools, caller, kept?.join_code ?? (await makeCode(db, caller)));
}

/** Replaces the join code. The previous code stops working, and members who joined with it remain members. */
export async function rotateJoinCode(tools: LinkTools, caller: Caller): Promise<Shape<'JoinCode'>> {
  const code = randomCode(CODE_LENGTH);
  await inTransaction(tools.db, async (trx) => {
    await trx.updateTable('organisations').set({ join_code: code }).where('id', '=', caller.organisationId).execute();
    await recordCode(trx, caller, 'join_code.rotated');
  });
  return describe(tools, caller, code);
}

function makeCode(db: Database, caller: Caller): Promise<string> {
  const code = randomCode(CODE_LENGTH);
  return inTransaction(db, async (trx) => {
    const { join_code } = await trx
      .updateTable('organisations')
      .set({ join_code: sql<string>`coalesce(join_code, ${code})` })
      .where('id', '=', caller.organisationId)
      .returning('join_code')
      .$narrowType<{ join_code: string }>()
      .executeTakeFirstOrThrow(() => new NotFoundError());
    if (join_code === code) await recordCode(trx, caller, 'join_code.created');
    return join_code;
  });
}

/** Writes the change to the audit log, without the code, because anyone can join with it. */
const recordCode = (trx: Executor, caller: Caller, action: `join_code.${string}`): Promise<void> =>
  recordChange(trx, caller, { action, objectId: caller.organisationId, before: null, after: null });

async function describe(tools: LinkTools, { organisationId }: Caller, code: string): Promise<Shape<'JoinCode'>> {
  const site = await readSite(tools.db, organisationId, tools.base);
  return { join_code: code, join_url: webUrl(tools, site, webPath('join', { code })) };
}

/** Returns the ID of the organisation with this join code, ignoring case and hyphens. If there is none, adds a fault and returns null. */
export async function organisationOfCode(db: Executor, code: string, faults: Faults): Promise<string | null> {
  const found = await db
    .selectFrom('organisations')
    .select('id')
    .where('join_code', '=', code.toUpperCase().replaceAll('-', ''))
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (!found) faults.add('join_code', 'unknown', 'No organisation has this join code.');
  return found?.id ?? null;
}
