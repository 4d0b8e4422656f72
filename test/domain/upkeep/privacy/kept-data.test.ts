import { readFile } from 'node:fs/promises';
import { KEPT_DATA, keptTable } from '../../../../src/domain/upkeep/privacy/kept-data.ts';
import { RULES } from '../../../../src/http/guides.ts';
import { tablesIn } from '../../../support/distribution.ts';

test('the guide to which the deletion of an account leads says exactly what stays, why, and for how long', async () => {
  const root = new URL('../../../../', import.meta.url);
  const contract = JSON.parse(await readFile(new URL('openapi.json', root), 'utf8'));
  expect(contract.paths['/api/v1/me/delete/'].post.description).toContain('](/docs/guides/erasure)');
  expect(await readFile(new URL(RULES.erasure, root), 'utf8')).toContain(`\n\n${keptTable()}\n`);
});

test('what stays is named by columns that there are', async () => {
  const schema = await readFile(new URL('../../../../generated/schema.sql', import.meta.url), 'utf8');
  const tables = new Set(tablesIn(schema).map(({ name }) => name));
  const columns = KEPT_DATA.flatMap((kept) => kept.columns.map((column) => column.split('.') as [string, string]));
  const isThere = ([table, column]: [string, string]) =>
    tables.has(table) && (column === '*' || new RegExp(`\\ntable ${table}\\n(  .*\\n)*  ${column} `).test(schema));
  expect(columns.filter((column) => !isThere(column))).toEqual([]);
});
