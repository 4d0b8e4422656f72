import { timeOf } from '../../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../../platform/database/connect.ts';
import { recordChange } from '../../../kernel/audit/record.ts';
import type { Caller } from '../../../kernel/caller.ts';
import type { Shape } from '../../../kernel/contract.ts';
import { Faults } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Tools } from '../../../kernel/tools.ts';
import type { Layout } from '../layout/geometry.ts';
import { LAYOUTS } from '../layout/layouts.ts';
import { judgeDarkness } from '../reading/judge-darkness.ts';
import { readScans } from './list-scans.ts';
import { placeReading } from './place-reading.ts';
import { shownCircles } from './shown-circles.ts';

type DeviceSheet = Shape<'DeviceSheet'>;

/**
 * Grades pages that a device has measured, by the same rules as photos: the server judges the darkness of the bubbles itself. The same `client_id` of the
 * same user keeps its first result for ever.
 * @throws ValidationError for a layout or bubbles that do not exist, and for a `client_id` that is sent twice
 */
export async function scanMarks(
  tools: Pick<Tools, 'db' | 'clock' | 'storage'>,
  caller: Caller,
  { sheets }: Shape<'ScanMarksWrite'>,
): Promise<Shape<'ScanMarksResult'>> {
  checkSheets(sheets);
  const ids: string[] = [];
  for (const sheet of sheets) ids.push(await inTransaction(tools.db, (trx) => gradePage(trx, caller, sheet, timeOf(tools.clock))));
  return { results: await readScans(tools, caller.organisationId, ids) };
}

function checkSheets(sheets: readonly DeviceSheet[]): void {
  const faults = new Faults();
  sheets.forEach(({ client_id, layout: code, bubbles }, index) => {
    const at = `sheets.${index}`;
    const layout = LAYOUTS.get(code);
    if (sheets.findIndex((other) => other.client_id.toLowerCase() === client_id.toLowerCase()) < index)
      faults.add(`${at}.client_id`, 'duplicate', 'This ID is listed more than once.');
    if (layout) checkBubbles(layout, bubbles, `${at}.bubbles`, faults);
    else faults.add(`${at}.layout`, 'unknown', 'There is no such layout.');
  });
  faults.check();
}

function checkBubbles(layout: Layout, bubbles: DeviceSheet['bubbles'], at: string, faults: Faults): void {
  const known = new Set([...layout.bubbles, ...layout.number_grid.bubbles].map(({ id }) => id));
  const measured = new Set(bubbles.map(({ id }) => id));
  bubbles.forEach(({ id }, place) => {
    if (!known.has(id)) faults.add(`${at}.${place}.id`, 'unknown', 'The layout has no such bubble.');
  });
  if (measured.size < bubbles.length) faults.add(at, 'duplicate', 'A bubble is listed more than once.');
  else if ([...known].some((id) => !measured.has(id))) faults.add(at, 'incomplete', 'Every bubble in the layout must be included.');
}

/** Returns the ID of the scan, which is an earlier one if the device has sent it before. */
async function gradePage(trx: Executor, caller: Caller, sheet: DeviceSheet, now: string): Promise<string> {
  const { organisationId, actorId } = caller;
  const id = newId();
  const stored = await trx
    .insertInto('answer_sheet_scans')
    .values({
      organisation_id: organisationId,
      id,
      user_id: actorId,
      client_id: sheet.client_id,
      read_on: 'device',
      reader_version: sheet.reader_version,
      status: 'waiting',
      created_at: now,
      finished_at: now,
    })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'user_id', 'client_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) return sentBefore(trx, organisationId, actorId, sheet.client_id);
  await recordChange(trx, caller, { action: 'scan.sent', objectId: id, before: null, after: { client_id: sheet.client_id, read_on: 'device' } });
  const layout = LAYOUTS.get(sheet.layout);
  const place = { layoutCode: sheet.layout, sheetId: sheet.sheet_id, page: sheet.page };
  const shown = await shownCircles(trx, organisationId, place);
  const { rows, number } = layout ? judgeDarkness(layout, sheet.bubbles, shown) : { rows: [], number: { digits: '', marks: [] } };
  const reading = { ...place, number, rows };
  await placeReading(trx, { organisationId, scanId: id }, reading, { lessonId: null, enrollmentId: null }, now);
  return id;
}

async function sentBefore(trx: Executor, organisationId: string, userId: string, clientId: string): Promise<string> {
  const { id } = await trx
    .selectFrom('answer_sheet_scans')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return id;
}
