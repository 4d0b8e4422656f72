import type { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { holdFile, keepFile } from '../../files/stored-files.ts';
import { storedBytes, zipStream } from '../../files/zip-stream.ts';
import type { Attempt } from '../../kernel/jobs.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { ExportedFile, ExportSection } from '../../kernel/personal-data.ts';
import type { Tools } from '../../kernel/tools.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { withTitles } from './titles.ts';

const DAY_MS = 24 * 3600_000;
const PAGE_ROWS = 1000;

const SECTIONS = PERSONAL_DATA.flatMap(({ exported }) => exported ?? []);

/**
 * Creates a queued export and notifies its user. An export in any other state is left unchanged. Running it again creates the same file again.
 * @param isLast whether the export is marked as failed if this attempt fails
 */
export async function makeDataExport(
  tools: Pick<Tools<Database>, 'db' | 'clock' | 'storage' | 'keyring' | 'retention'>,
  { export_id: exportId }: { export_id: string },
  { isLast }: Attempt,
): Promise<void> {
  const { db, clock, storage, retention } = tools;
  const asked = await db.selectFrom('data_exports').select('user_id').where('id', '=', exportId).where('status', '=', 'queued').executeTakeFirst();
  if (!asked) return;
  const storage_key = `exports/${asked.user_id}/${exportId}.zip`;
  try {
    await holdFile(db, storage_key);
    await storage.put(storage_key, zipOf(tools, asked.user_id, await filesOf(db, asked.user_id)), 'application/zip');
    const stored = await storage.stat(storage_key);
    if (!stored) throw new Error('the export is not where it was put');
    const expires_at = new Date(clock.now() + retention.exportDays * DAY_MS).toISOString();
    await inTransaction(db, async (trx) => {
      const ready = await trx
        .updateTable('data_exports')
        .set({ status: 'ready', storage_key, size_bytes: stored.size, expires_at })
        .where('id', '=', exportId)
        .where('status', '=', 'queued')
        .returning('id')
        .executeTakeFirst();
      // If the user was erased in the meantime, the file is not kept.
      if (!ready) return;
      await keepFile(trx, storage_key);
      await enqueue(trx, 'mail_export_ready', { export_id: exportId });
    });
  } catch (error) {
    if (isLast) await db.updateTable('data_exports').set({ status: 'failed' }).where('id', '=', exportId).where('status', '=', 'queued').execute();
    throw error;
  }
}

/** Lists the files that the sections contain, with their paths in the archive. */
async function filesOf(db: Executor, userId: string): Promise<ExportedFile[]> {
  const lists = await Promise.all(
    SECTIONS.map(async ({ name, files }) => (files ? (await files(userId).execute(db)).rows.map((file) => ({ ...file, path: `${name}/${file.path}` })) : [])),
  );
  return lists.flat();
}

/** Reads the sections and then the files one after another, while the zip is being read. Files are often compressed already. */
function zipOf({ db, clock, storage, keyring }: Pick<Tools, 'db' | 'clock' | 'storage' | 'keyring'>, userId: string, files: readonly ExportedFile[]): Readable {
  const mtime = new Date(clock.now());
  const sections = SECTIONS.map((section) => ({
    path: `${section.name}.json`,
    content: () => jsonOf(openedIn(pagesOf(db, section, userId), section, keyring)),
  }));
  const stored = files.map(({ key, path, size }) => ({ path, size, isStored: true, content: () => storedBytes(storage, key) }));
  return zipStream([{ path: 'README.txt', content: () => [readme(mtime)] }, ...sections, ...stored], mtime);
}

const readme = (madeAt: Date): string =>
  `This archive contains the data that the service holds about you, as of ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.\n\n${SECTIONS.map(({ name, about }) => `${name}.json: ${about}\n`).join('')}`;

type Row = Record<string, unknown>;

async function* jsonOf(pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages)
    for (const row of page) {
      yield `${before}\n  ${JSON.stringify(row)}`;
      before = ',';
    }
  yield before === '[' ? '[]\n' : '\n]\n';
}

async function* openedIn(pages: AsyncIterable<Row[]>, { opened }: ExportSection, { open }: Tools['keyring']): AsyncGenerator<Row[]> {
  for await (const page of pages) yield opened ? page.map((row) => opened(row, open)) : page;
}

async function* pagesOf(db: Executor, { rows, pagedBy }: ExportSection, userId: string): AsyncGenerator<Row[]> {
  if (!pagedBy) return yield await withTitles(db, (await rows(userId).execute(db)).rows);
  const columns = sql.join(pagedBy.map((column) => sql.ref(column)));
  let after: RawBuilder<unknown> = sql`true`;
  for (let page: Row[] = []; ; ) {
    page = (await sql<Row>`select * from (${rows(userId)}) section where ${after} order by ${columns} limit ${PAGE_ROWS}`.execute(db)).rows;
    yield await withTitles(db, page);
    const last = page.at(-1);
    if (!last || page.length < PAGE_ROWS) return;
    after = sql`(${columns}) > (${sql.join(pagedBy.map((column) => last[column]))})`;
  }
}
