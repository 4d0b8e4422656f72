import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { resealSecrets } from '../../../../src/domain/upkeep/secrets/reseal.ts';
import { SEALED_COLUMNS } from '../../../../src/domain/upkeep/secrets/sealed-columns.ts';
import { createKeyring, UnknownKeyError } from '../../../../src/platform/secrets/keyring.ts';
import { waitingForLocks } from '../../../support/at-once.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';
import { testLogger } from '../../../support/log.ts';
import { filesBelow } from '../../../support/source.ts';

const [OLD, NEW, LOST] = ['old', 'new', 'lost'].map((name) => `the ${name} secret of the tests, long enough`) as [string, string, string];
const rotated = createKeyring(NEW, [OLD]);
const DONE = 'no stored secret is sealed with a key of SECRET_KEY_OLD';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.pool.query('delete from users'));
afterAll(() => database.drop());

/** Creates users whose authenticators have these sealed secrets. */
const addUsers = (secrets: readonly Buffer[]) =>
  database.pool.query(
    `insert into users (id, name, email, email_key, totp_secret)
      select id, 'User', id || '@example.org', id || '@example.org', secret from (select gen_random_uuid() as id, secret from unnest($1::bytea[]) secret) made`,
    [secrets],
  );
const storedSecrets = async () => (await database.pool.query<{ totp_secret: Buffer }>('select totp_secret from users')).rows.map((row) => row.totp_secret);

async function reseal(keyring = rotated) {
  const { logger, lines } = testLogger();
  await resealSecrets({ db: database.db, keyring }, { log: logger });
  return lines.map(({ msg, level, column, resealed, changed, unreadable }) => ({ msg, level, column, resealed, changed, unreadable }));
}

test('every value that an old key sealed is sealed with the current key, in any number of batches, and a second run finds nothing to do', async () => {
  const old = createKeyring(OLD);
  const plain = Array.from({ length: 1201 }, (_, index) => `secret ${index}`);
  await addUsers(plain.map((text, index) => (index % 3 ? old : rotated).seal(Buffer.from(text))));
  const [first, ...others] = await reseal();
  expect(first).toMatchObject({ column: 'users.totp_secret', resealed: 800, changed: 0, unreadable: 0 });
  expect(others).toMatchObject([{ msg: DONE }]);
  const fresh = createKeyring(NEW);
  expect((await storedSecrets()).map((sealed) => fresh.open(sealed).toString()).sort()).toEqual(plain.sort());
  const before = await storedSecrets();
  expect(await reseal()).toMatchObject([{ msg: DONE }]);
  expect(await storedSecrets()).toEqual(before);
});

test('a value that a request changes during the run keeps the change, and the run does not report that it is done', async () => {
  await addUsers([createKeyring(OLD).seal(Buffer.from('first'))]);
  const later = createKeyring(OLD).seal(Buffer.from('second'));
  const request = await database.pool.connect();
  await request.query('begin');
  await request.query('update users set totp_secret = $1', [later]);
  const running = reseal();
  while ((await waitingForLocks(database.pool)) !== 1);
  await request.query('commit');
  request.release();
  expect(await running).toMatchObject([{ column: 'users.totp_secret', resealed: 0, changed: 1 }]);
  expect(await storedSecrets()).toEqual([later]);
});

test('a value that no key opens is reported as a warning, stays as it is, and does not stop the run', async () => {
  const lost = createKeyring(LOST).seal(Buffer.from('lost'));
  await addUsers([lost, Buffer.alloc(3), createKeyring(OLD).seal(Buffer.from('found'))]);
  expect(await reseal()).toMatchObject([{ level: 40, column: 'users.totp_secret', resealed: 1, changed: 0, unreadable: 2 }]);
  expect((await storedSecrets()).filter((sealed) => sealed.equals(lost) || sealed.length === 3)).toHaveLength(2);
});

test('without old keys nothing is read', async () => {
  database.queries.count = 0;
  expect(await reseal(createKeyring(NEW))).toEqual([]);
  expect(database.queries.count).toBe(0);
});

test('every column of bytes that is not a hash is registered as sealed', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' and column_name not like '%\\_hash'`);
  const registered = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ name }) => name).sort()).toEqual(registered.sort());
});

test('every registered column names the primary key of its table', async () => {
  const { rows } = await database.pool.query<{ name: string; key: string[] }>(`
    select conrelid::regclass::text as name, array_agg(attname::text order by place) as key
      from pg_constraint, unnest(conkey) with ordinality as part (number, place)
      join pg_attribute on attnum = number where contype = 'p' and attrelid = conrelid group by conrelid`);
  const keys = new Map(rows.map(({ name, key }) => [name, key]));
  for (const { table, key } of SEALED_COLUMNS) expect([table, key]).toEqual([table, keys.get(table)]);
});

test('every area that seals something registers its columns', () => {
  const areas = filesBelow('src/domain').filter((file) => /\bkeyring\.seal\(/.test(readFileSync(file, 'utf8')));
  const registered = filesBelow('src/domain').filter((file) => file.endsWith('/sealed-columns.ts'));
  expect(areas.length).toBeGreaterThan(1);
  expect(areas.filter((file) => !registered.includes(`${dirname(file)}/sealed-columns.ts`))).toEqual([]);
});

test('a value that was shortened or modified is refused like one of an unknown key', () => {
  const sealed = rotated.seal(Buffer.from('secret'));
  const modified = Buffer.from(sealed);
  modified.writeUInt8(modified.readUInt8(13) ^ 1, 13);
  for (const wrong of [modified, sealed.subarray(0, -1), sealed.subarray(1), Buffer.alloc(0), Buffer.alloc(27)])
    expect(() => rotated.open(wrong)).toThrow(UnknownKeyError);
});
