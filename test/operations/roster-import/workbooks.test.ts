import { randomBytes } from 'node:crypto';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { newAddress, type Rosters, rostersOf } from '../../support/roster.ts';
import { newSchool } from '../../support/school.ts';
import { partsOf, zipOf } from '../../support/workbook.ts';

const MIB = 1024 * 1024;

let app: TestApp;
let rosters: Rosters;
beforeAll(async () => {
  app = await startTestApp();
  rosters = rostersOf(await newSchool(app));
});
afterAll(() => app.close());

const text = (value: string, place = '') => `<c ${place && `r="${place}"`} t="inlineStr"><is><t>${value}</t></is></c>`;
const head = `<row r="1">${text('Name')}${text('Email')}${text('Student number')}</row>`;

test('the first visible sheet of a workbook is read as people see it', async () => {
  const [one, two] = [newAddress(), newAddress()];
  const rows = `${head}
    <row r="3"><c r="A3" t="s"><v>0</v></c>${text(one, 'B3')}<c r="C3" s="1"><v>42</v></c></row>
    <row r="5"><c r="A5" t="str"><f>UPPER("ada")</f><v>ADA</v></c>${text(two, 'B5')}<c r="C5"><v>1.2E+3</v></c></row>`;
  const strings = ['<r><t>Ngọc </t></r><r><t xml:space="preserve">Lan</t></r><rPh sb="0" eb="1"><t>ignored</t></rPh>'];
  const roster = await rosters.send(await zipOf(partsOf(rows, { strings, formats: ['000000'] })), 'class.xlsx');
  expect(roster).toMatchObject({ format: 'xlsx', encoding: null, delimiter: null, counts: { create: 2, error: 0 } });
  expect((await rosters.read(roster.id)).rows.results).toMatchObject([
    { line: 3, name: 'Ngọc Lan', email: one, number: '000042' },
    { line: 5, name: 'ADA', email: two, number: '1200' },
  ]);
});

test('a formula is never evaluated, and text that looks like one is text', async () => {
  const rows = `${head}<row><c t="str"><f>WEBSERVICE("http://127.0.0.1/")</f></c>${text(newAddress())}</row><row>${text('=1+1')}${text(newAddress())}</row>`;
  const { id } = await rosters.send(await zipOf(partsOf(rows)));
  expect(await rosters.outcomes(id)).toEqual(['2 error name_missing', '3 create']);
  expect((await rosters.read(id)).rows.results[1].name).toBe('=1+1');
});

const ENTITIES = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
/** Together 20,050,000 characters, of which the file holds a thousand. */
const SHARED = `<row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`.repeat(401);
const OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';

test.each([
  ['that multiplies entities', 'not_a_workbook', partsOf(`${head}<row>${text('&b;')}</row>`, { doctype: ENTITIES })],
  ['that reads another file', 'not_a_workbook', partsOf(`${head}<row>${text('&a;')}</row>`, { doctype: OUTSIDE })],
  ['with an entity that XML does not have', 'not_a_workbook', partsOf(`${head}<row>${text('&nbsp;')}</row>`)],
  ['that is not well-formed', 'not_a_workbook', partsOf(`${head}<row>`)],
  ['without a sheet', 'not_a_workbook', { 'xl/workbook.xml': '<workbook/>', 'xl/_rels/workbook.xml.rels': '<Relationships/>' }],
  ['with macros', 'macro_workbook', { ...partsOf(head), 'xl/vbaProject.bin': 'x' }],
  ['with too many parts', 'unpacks_too_large', Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`${index}`, '']))],
  ['that unpacks to far more than it is', 'unpacks_too_large', { ...partsOf(head), 'xl/sharedStrings.xml': Buffer.alloc(20 * MIB, ' ') }],
  // The noise, which nothing reads, hides how well the texts are packed.
  [
    'with more texts than cells',
    'unpacks_too_large',
    { ...partsOf(head), 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(3_000_001)}</sst>`, 'xl/noise': randomBytes(400_000) },
  ],
  ['with one long text in too many cells', 'unpacks_too_large', partsOf(head + SHARED, { strings: [`<t>${'x'.repeat(1000)}</t>`] })],
  [
    'with texts that are nested deeply',
    'not_a_workbook',
    { ...partsOf(head), 'xl/sharedStrings.xml': `<sst>${'<si>'.repeat(200)}${'</si>'.repeat(200)}</sst>` },
  ],
  ['with a row within a row', 'not_a_workbook', partsOf(`${head}<row r="2"><row r="3">${text('Ada')}</row></row>`)],
  ['with a sheet of headings only', 'empty', partsOf(head)],
])('a workbook %s is refused', async (_what, code, parts) => {
  expect(await rosters.refused(await zipOf(parts as Record<string, string>))).toEqual([400, 'file', code]);
});

test('a workbook that is cut off, damaged or encrypted is refused', async () => {
  const whole = await zipOf(partsOf(`${head}<row>${text('Ada')}${text(newAddress())}</row>`));
  expect(await rosters.refused(whole.subarray(0, whole.length - 30))).toEqual([400, 'file', 'not_a_workbook']);
  const damaged = Buffer.from(whole);
  const part = damaged.indexOf('xl/workbook.xml') + 20;
  damaged.fill(0xff, part, part + 40);
  expect(await rosters.refused(damaged)).toEqual([400, 'file', 'not_a_workbook']);
  const encrypted = Buffer.from(whole);
  const flags = encrypted.indexOf('PK\x01\x02') + 8;
  encrypted.writeUInt16LE(encrypted.readUInt16LE(flags) | 1, flags);
  expect(await rosters.refused(encrypted)).toEqual([400, 'file', 'encrypted']);
});
