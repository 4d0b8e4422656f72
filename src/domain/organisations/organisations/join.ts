import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { type Faults, NotFoundError } from '../../kernel/errors.ts';
import { randomCode } from '../../kernel/random-code.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readSite } from './site.ts';

const CODE_LENGTH = 8;

/** Returns the organisation's join code and creates it if there is none. Concurrent requests get the same code. */
export async function getJoinCode({ db, base }: Pick<Tools, 'db' | 'base'>, caller: Caller): Promise<Shape<'JoinCode'>> {
  const { organisationId } = caller;
  const kept = await db.selectFrom('organisations').select('join_code').where('id', '=', organisationId).executeTakeFirst();
  return describe(db, caller, kept?.join_code ?? (await makeCode(db, caller)), base);
}

/** Replaces the join code. The previous code stops working, and members who joined with it remain members. */
export async function rotateJoinCode({ db, base }: Pick<Tools, 'db' | 'base'>, caller: Caller): Promise<Shape<'JoinCode'>> {
  const code = randomCode(CODE_LENGTH);
  await inTransaction(db, async (trx) => {
    await trx.updateTable('organisations').set({ join_code: code }).where('id', '=', caller.organisationId).execute();
    await recordCode(trx, caller, 'join_code.rotated');
  });
  return describe(db, caller, code, base);
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

async function describe(db: Executor, { organisationId }: Caller, code: string, base: string): Promise<Shape<'JoinCode'>> {
  const site = await readSite(db, organisationId, base);
  return { join_code: code, join_url: `${site?.address ?? base}/join?code=${code}` };
}

/** Returns the ID of the organisation with this join code, ignoring case and hyphens. If there is none, adds a fault and returns null. */
export async function organisationOfCode(db: Executor, code: string, faults: Faults): Promise<string | null> {
  const found = await db.selectFrom('organisations').select('id').where('join_code', '=', code.toUpperCase().replaceAll('-', '')).executeTakeFirst();
  if (!found) faults.add('join_code', 'unknown', 'No organisation has this join code.');
  return found?.id ?? null;
}
