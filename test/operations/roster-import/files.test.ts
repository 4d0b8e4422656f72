import { expectStatus } from '../../support/browser.ts';
import type { Row } from '../../support/organisation.ts';
import { eachWithRosters, newAddress } from '../../support/roster.ts';

const at = eachWithRosters();

const NAMES = ['Ada Lovelace', 'Jürgen Müller', 'Zoë', 'Ngọc "Lan"'];
const lines = (separator: string, addresses: readonly string[]) =>
  [['Full name', 'E-mail'], ...NAMES.map((name, index) => [name, addresses[index] ?? ''])].map((row) =>
    row.map((value) => (value.includes('"') ? `"${value.replaceAll('"', '""')}"` : value)).join(separator),
  );
const namesIn = async (id: string) => (await at.rosters.read(id)).rows.results.map(({ name }: { name: string }) => name);

test.each([
  ['commas in UTF-8', ',', 'utf-8', (text: string) => Buffer.from(text)],
  ['semicolons after a byte order mark', ';', 'utf-8', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['tabs in UTF-16 as spreadsheets write it', '\t', 'utf-16le', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['line ends of Windows', ',', 'utf-8', (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))],
])('a file with %s is read with all its letters', async (_shape, separator, encoding, encoded) => {
  const addresses = NAMES.map(newAddress);
  const roster = await at.rosters.send(encoded(lines(separator, addresses).join('\n')));
  expect(roster).toMatchObject({ status: 'ready', format: 'csv', encoding, delimiter: separator, counts: { create: 4, error: 0 }, done_count: 0 });
  expect(await namesIn(roster.id)).toEqual(NAMES);
});

test('a file in the encoding of Windows is read as such, and staff can name another encoding without losing their corrections', async () => {
  const [one, other] = [newAddress(), newAddress()];
  const roster = await at.rosters.send(Buffer.from(`Name,Email\nZo\u00eb,${one}\nBob,${other}`, 'latin1'));
  expect(roster).toMatchObject({ encoding: 'windows-1252' });
  expect(await namesIn(roster.id)).toEqual(['Zoë', 'Bob']);
  await at.rosters.change(roster.id, { rows: [{ line: 3, values: { name: 'Robert' } }] });
  expect(await at.rosters.change(roster.id, { encoding: 'windows-1251' })).toMatchObject({ encoding: 'windows-1251', counts: { create: 2 } });
  expect(await namesIn(roster.id)).toEqual(['Zoл', 'Robert']);
  const path = `courses/${at.school.courseId}/roster-imports/${roster.id}/`;
  const { body } = await expectStatus(400, at.school.browser.call('patch', path, { encoding: 'utf-8' }));
  expect(body.errors).toMatchObject([{ field: 'encoding', code: 'not_in_encoding' }]);
});

test.each([
  ['a first line that names the separator', 'sep=|\r\nName|Email\r\nAda|@\r\nBob|@', [3, 4]],
  ['line ends of old Macs', 'Name,Email\rAda,@\rBob,@\r', [2, 3]],
  ['one line end of old Macs among others', 'Name,Email\r\nAda,@\rBob,@\r\n', [2, 3]],
  ['characters without width around addresses', 'Name,Email\nAda,\u202A@\u202C\nBob,\u200B\u2060@\uFEFF', [2, 3]],
])('a file with %s loses nobody', async (_what, file, at_) => {
  const roster = await at.rosters.send(file.replaceAll('@', newAddress));
  expect([await namesIn(roster.id), await at.rosters.outcomes(roster.id)]).toEqual([['Ada', 'Bob'], at_.map((line) => `${line} create`)]);
});

test('a row says what was removed from its values, and that cells beyond the headings were left out', async () => {
  const roster = await at.rosters.send(`Name,Email\nA\u202Eda,${newAddress()}\nBob,${newAddress()}\nCid,\u200B${newAddress()}`);
  const { rows } = await at.rosters.read(roster.id);
  expect(roster.warning_count).toBe(2);
  expect(rows.results.map(({ warnings }: { warnings: string[] }) => warnings)).toEqual([['characters_removed'], [], ['characters_removed']]);
  expect(await namesIn(roster.id)).toEqual(['Ada', 'Bob', 'Cid']);
});

test('a name of which nothing is seen is none, and line breaks and control characters in names are told like other removed characters', async () => {
  const roster = await at.rosters.send(`Name,Email\n\u200B,\n\u3164,\nA\u001bda,${newAddress()}\n"Bob\nRoe",${newAddress()}\nCid,${newAddress()}`);
  const { rows } = await at.rosters.read(roster.id);
  const removed = ['characters_removed'];
  expect(rows.results.map(({ action, code, warnings, name }: Row) => [action, code, warnings, name])).toEqual([
    ['error', 'identity_missing', removed, null],
    ['error', 'identity_missing', removed, null],
    ['create', null, removed, 'Ada'],
    ['create', null, removed, 'Bob Roe'],
    ['create', null, [], 'Cid'],
  ]);
});

test('a row with more values than headings is an error until staff correct it', async () => {
  const roster = await at.rosters.send(`Name,Email\nDoe, Ada,${newAddress()}\nBob,${newAddress()},,`);
  expect(await at.rosters.outcomes(roster.id)).toEqual(['2 error too_many_values', '3 create']);
  await at.rosters.change(roster.id, { rows: [{ line: 2, values: { name: 'Doe, Ada', email: newAddress() } }] });
  expect(await at.rosters.outcomes(roster.id)).toEqual(['2 create', '3 create']);
});

test('what is wrong with a file in an encoding that staff name is told of the encoding', async () => {
  const roster = await at.rosters.send(`Name,Email\nAda,${newAddress()}\n`.padEnd(60));
  const path = `courses/${at.school.courseId}/roster-imports/${roster.id}/`;
  const { body } = await expectStatus(400, at.school.browser.call('patch', path, { encoding: 'utf-16le' }));
  expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['encoding']);
});

test('rows keep the numbers of their lines when values span lines, and empty rows are left out', async () => {
  const roster = await at.rosters.send(`"Full\nname",Email\n"Ada\nLovelace",${newAddress()}\n\n,\nBob,${newAddress()}\n`);
  expect(await at.rosters.outcomes(roster.id)).toEqual(['3 create', '7 create']);
  expect((await namesIn(roster.id))[0]).toBe('Ada Lovelace');
});

test('text that looks like a formula is imported as it was exported, without the apostrophe', async () => {
  const roster = await at.rosters.send(`Name,Email\n'=cmd,${newAddress()}\n+Bob,${newAddress()}`);
  expect(await namesIn(roster.id)).toEqual(['=cmd', '+Bob']);
});

test.each([
  ['empty', ''],
  ['empty', 'Name,Email\n'],
  ['malformed', 'Name,Email\n"Ada,a@example.org\n'],
  ['malformed', 'Name,Email\n"Ada"x,a@example.org\n'],
  ['not_a_text', 'Name,Email\nA\0da,a@example.org\n'],
  ['not_a_workbook', Buffer.from('504b030414000600', 'hex')],
  ['old_workbook', Buffer.from('d0cf11e0a1b11ae1000000', 'hex')],
  ['too_large', `Name,Email\n${'x'.repeat(1001)},a@example.org\n`],
  ['too_large', `Name,Email\na${','.repeat(50)}\n`],
  ['too_many_rows', `Email\n${'a\n'.repeat(50_001)}`],
])('a file is refused with the code %s', async (code, file) => {
  expect(await at.rosters.refused(file)).toEqual([400, 'file', code]);
});

test('first and last names are joined, and headings are understood in five languages', async () => {
  for (const head of [
    'Vorname;Nachname;E-Mail',
    'Prénom;Nom;Courriel',
    'Nombre;Apellidos;Correo electrónico',
    'Primeiro nome;Sobrenome;E-mail',
    'First name;Surname;Mail',
  ]) {
    const roster = await at.rosters.send(`${head}\nAda;Lovelace;${newAddress()}`);
    expect(await namesIn(roster.id)).toEqual(['Ada Lovelace']);
  }
});

test('the template has the headings of the language of the organisation, and is understood', async () => {
  const template = async (query = '') =>
    (await expectStatus(200, at.school.browser.call('get', `courses/${at.school.courseId}/roster-imports/template/${query}`))).text;
  expect(await template()).toBe('Name,Email,Student number,Cohort\r\n');
  await at.app.database.pool.query(`update organisations set language = 'de-AT' where id = $1`, [at.school.organisation.id]);
  const german = await template('?bom=true');
  expect(german).toBe('\uFEFFName,E-Mail,Schülernummer,Gruppe\r\n');
  const roster = await at.rosters.send(`${german}Ada,${newAddress()},,`);
  expect(roster.mapping).toEqual({ name: 0, first_name: null, last_name: null, email: 1, number: 2, cohort: 3 });
});
