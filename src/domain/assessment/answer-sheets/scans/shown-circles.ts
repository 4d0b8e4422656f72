import type { Executor } from '../../../../platform/database/connect.ts';
import type { CodedPage } from '../../../../platform/sheet-reader/sheet-reader.ts';
import type { SheetRow } from '../arrange.ts';
import { LAYOUTS } from '../layout/layouts.ts';
import type { ShownCircles } from '../layout/shown.ts';
import { rowsOnPage } from './marks.ts';

/** Returns which circles a page of a sheet shows. For a sheet that does not exist, the result does not matter. */
export async function shownCircles(db: Executor, organisationId: string, { sheetId, page }: CodedPage): Promise<ShownCircles> {
  const sheet = await db
    .selectFrom('answer_sheets as sheets')
    .innerJoin('answer_sheet_prints as prints', (join) =>
      join.onRef('prints.organisation_id', '=', 'sheets.organisation_id').onRef('prints.id', '=', 'sheets.print_id'),
    )
    .select(['sheets.rows', 'prints.layout', 'prints.shows_all'])
    .where('sheets.organisation_id', '=', organisationId)
    .where('sheets.id', '=', sheetId)
    .$castTo<{ rows: SheetRow[]; layout: string; shows_all: boolean }>()
    .executeTakeFirst();
  const layout = sheet && LAYOUTS.get(sheet.layout);
  if (!layout || sheet.shows_all) return null;
  return rowsOnPage(sheet.rows, layout, page).map(({ choice_ids }) => choice_ids.length);
}
