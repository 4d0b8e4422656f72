import { sql } from 'kysely';
import type { Caller } from '../../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../../kernel/contract.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { countRows, onPage } from '../../../kernel/pages.ts';
import type { Tools } from '../../../kernel/tools.ts';
import { selectScans, showScans } from './show-scans.ts';

type Scan = Shape<'Scan'>;
const OPEN_MS = 6 * 3600_000;
const RECENT_MS = 24 * 3600_000;
const MOST_IDS = 100;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Lists the caller's own scans by their IDs, or all of the last six hours, newest first.
 * @throws ValidationError for a malformed list of IDs
 */
export async function listScanJobs(
  tools: Pick<Tools, 'db' | 'storage' | 'clock'>,
  caller: Caller,
  { ids, open, ...paging }: Paging & { ids?: string | undefined; open?: string | undefined },
): Promise<Page<Scan>> {
  const named = ids === undefined || open === '1' ? null : ids.split(',').map((id) => id.trim());
  if (named && (named.length > MOST_IDS || !named.every((id) => UUID.test(id))))
    throw new ValidationError([{ field: 'ids', code: 'format', message: `Must contain at most ${MOST_IDS} IDs, separated by commas.` }]);
  return listOwn(tools, caller, paging, named ? { ids: named } : { since: ago(tools, OPEN_MS) });
}

/** Lists the caller's own scans since a moment, newest first; if it is omitted, those of the last day. */
export const listRecentScans = (
  tools: Pick<Tools, 'db' | 'storage' | 'clock'>,
  caller: Caller,
  { since, ...paging }: Paging & { since?: string | undefined },
): Promise<Page<Scan>> => listOwn(tools, caller, paging, { since: since ?? ago(tools, RECENT_MS) });

const ago = ({ clock }: Pick<Tools, 'clock'>, ms: number): string => new Date(clock.now() - ms).toISOString();

async function listOwn(
  tools: Pick<Tools, 'db' | 'storage' | 'clock'>,
  { organisationId, actorId }: Caller,
  paging: Paging,
  filter: { ids: readonly string[] } | { since: string },
): Promise<Page<Scan>> {
  const condition = 'ids' in filter ? sql<boolean>`scans.id = any(${filter.ids}::uuid[])` : sql<boolean>`scans.created_at >= ${filter.since}::timestamptz`;
  const own = tools.db
    .selectFrom('answer_sheet_scans as scans')
    .where('scans.organisation_id', '=', organisationId)
    .where('scans.user_id', '=', actorId)
    .where(condition);
  const [count, rows] = await Promise.all([
    countRows(own as never),
    selectScans(tools.db, organisationId)
      .where('scans.user_id', '=', actorId)
      .where(condition)
      .orderBy('scans.created_at', 'desc')
      .orderBy('scans.id', 'desc')
      .$call(onPage(paging))
      .execute(),
  ]);
  return { count, results: await showScans(tools, rows) };
}

/** Returns scans by their IDs, in the order of the IDs. */
export async function readScans(tools: Pick<Tools, 'db' | 'storage' | 'clock'>, organisationId: string, ids: readonly string[]): Promise<Scan[]> {
  const rows = await selectScans(tools.db, organisationId).where('scans.id', '=', sql<string>`any(${ids}::uuid[])`).execute();
  const scans = new Map((await showScans(tools, rows)).map((scan) => [scan.id, scan]));
  return ids.flatMap((id) => scans.get(id) ?? []);
}
