import { type OperationId, operationTable } from '../../generated/operations.ts';
import { isOneLine, isSeen, oneLine } from '../../src/domain/kernel/one-line.ts';
import { oneLineFaults } from '../../src/http/contract/one-line-faults.ts';
import type { OperationRow } from '../../src/http/contract/operation-row.ts';
import { CONTRACT, startTestApp } from '../support/app.ts';
import { Browser, expectStatus, newCreator, PASSWORD } from '../support/browser.ts';
import { newSchool } from '../support/school.ts';

// biome-ignore lint/suspicious/noExplicitAny: the contract as JSON
const contract: any = JSON.parse(CONTRACT);

/** What others see as the name of something is called so. */
const IS_NAME = /^(name|title|label|place|.*_(name|title))$/;
/** Members of that name that are chosen from a list, or have a pattern of their own. */
const NO_NAMES: readonly string[] = [
  // References within one request.
  'runAgentBatch operations[].name',
];

interface Found {
  operationId: OperationId;
  path: string;
}

/** Every text of a request body whose name says that it is a name. */
function namesIn(): Found[] {
  const found: Found[] = [];
  for (const operations of Object.values(contract.paths) as Record<string, { operationId: OperationId; requestBody?: { content: object } }>[]) {
    for (const { operationId, requestBody } of Object.values(operations)) {
      // biome-ignore lint/suspicious/noExplicitAny: schemas
      const visit = (part: any, path: string, seen: readonly string[]): void => {
        if (part.$ref && seen.includes(part.$ref)) return;
        const inside = part.$ref ? [...seen, part.$ref] : seen;
        const schema = part.$ref ? { ...contract.components.schemas[part.$ref.split('/').at(-1)], ...part } : part;
        const name = path.split('.').at(-1) ?? '';
        if ([schema.type].flat().includes('string') && !schema.enum && !schema.const && !schema.format && IS_NAME.test(name)) found.push({ operationId, path });
        const shapes = Object.values(schema['x-chosen-by']?.shapes ?? {}).map(($ref) => ({ $ref }));
        for (const branch of [schema.allOf, schema.anyOf, schema.oneOf, shapes].flatMap((list) => list ?? [])) visit(branch, path, inside);
        for (const [member, value] of Object.entries(schema.properties ?? {})) visit(value, path ? `${path}.${member}` : member, inside);
        if (schema.items) visit(schema.items, `${path}[]`, inside);
      };
      for (const media of Object.values(requestBody?.content ?? {}) as { schema: object }[]) visit(media.schema, '', []);
    }
  }
  return [...new Map(found.map((one) => [`${one.operationId} ${one.path}`, one])).values()];
}

const bodyOf = (path: string, text: string): unknown =>
  path.split('.').reduceRight<unknown>((value, step) => (step.endsWith('[]') ? { [step.slice(0, -2)]: [value] } : { [step]: value }), text);

const row = (id: OperationId): OperationRow => operationTable[id];
const refusals = ({ operationId, path }: Found, text: string): string[] =>
  oneLineFaults(bodyOf(path, text), row(operationId).body?.oneLine ?? []).map(({ field }) => field);

test('every operation that takes a name or a title refuses line breaks, control characters, marks of direction and what nobody sees, on both surfaces', () => {
  const names = namesIn().filter(({ operationId, path }) => !NO_NAMES.includes(`${operationId} ${path}`));
  expect(new Set(names.map(({ operationId }) => row(operationId).surface))).toEqual(new Set(['agent', 'session']));
  expect(names.length).toBeGreaterThan(80);
  const lost = names.filter((name) => {
    const field = name.path.replaceAll('[]', '.0');
    return (
      !['a\nb', 'a\u001bb', 'a\u202eb', 'a\u2066b', '\u3164', ' \u200b'].every((text) => refusals(name, text).includes(field)) ||
      refusals(name, 'Jane').length > 0
    );
  });
  expect(lost).toEqual([]);
});

test.each(['\u001b', '\u0007', '\u007f', '\u009b', '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029', '\u202a', '\u202e', '\u2066', '\u2069'])(
  '%j is in no name',
  (character) => {
    expect(isOneLine(`a${character}b`)).toBe(false);
    expect(isOneLine(oneLine(`a${character}b`))).toBe(true);
  },
);

test.each([
  ['a Persian name with a non-joiner', 'علی\u200cرضا'],
  ['a Hindi name with a joiner', 'क्\u200dष'],
  ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} family'],
  ['a heart with its selector', '\u2764\ufe0f'],
  ['marks of direction, which change nothing that follows', '\u200eA\u200f'],
  ['combining marks', 'Z\u0306oe\u0301'],
])('a name keeps %s', (_what, name) => {
  expect(isOneLine(name)).toBe(true);
  expect(isSeen(name)).toBe(true);
  expect(oneLine(name)).toBe(name);
});

const UNSEEN = ['\u200b', '\u3164', '\u2800', '\u115f', '\u00ad', '\ufe0f', '\u{e0100}', '\u2060', '\uffa0', '\u034f', '\u180e', '\u00a0\u200d '];

test.each(UNSEEN)('%j alone is no name', (text) => {
  expect(isSeen(text)).toBe(false);
  expect(oneLine(text)).toBe('');
  expect(isSeen(`${text}\u0e01`)).toBe(true);
});

test('a person and an organisation without a name that is seen are refused as those without one, and what was there stays', async () => {
  const app = await startTestApp();
  try {
    const { browser } = await newCreator(app);
    const refused = async (asked: ReturnType<typeof browser.call>) => (await expectStatus(400, asked)).body.errors;
    const blank = [{ field: 'name', code: 'blank', message: 'Must not be blank.' }];
    for (const name of ['  ', ...UNSEEN]) {
      expect(await refused(browser.call('patch', 'me/', { name }))).toEqual(blank);
      expect(await refused(browser.call('patch', 'tenants/config/', { name }))).toEqual(blank);
    }
    const email = `unseen-${process.pid}@example.org`;
    expect(await refused(new Browser(app).call('post', 'auth/signup/', { email, password: PASSWORD, name: UNSEEN[1] }))).toEqual(blank);
    expect(await refused(browser.call('patch', 'me/', { name: 'A\u001b[31mB' }))).toMatchObject([{ field: 'name', code: 'invalid_character' }]);
    expect((await browser.call('get', 'tenants/config/')).body.name).toBe('Academy');
    await expectStatus(200, browser.call('patch', 'me/', { name: '\u200fعلی\u200cرضا' }));
  } finally {
    await app.close();
  }
});

test('the name of an organisation, of a course and of a file are refused over HTTP with the field, and what was there stays', async () => {
  const app = await startTestApp();
  try {
    const school = await newSchool(app);
    const { browser } = await newCreator(app);
    const faults = async (asked: ReturnType<typeof browser.call>) => (await expectStatus(400, asked)).body.errors;
    const refused = (field: string) => [expect.objectContaining({ field, code: 'invalid_character' })];
    expect(await faults(browser.call('patch', 'tenants/config/', { name: 'Bank\u202egro.elpmaxe' }))).toEqual(refused('name'));
    expect(await faults(browser.call('post', 'courses/', { title: 'One\nTwo' }))).toEqual(refused('title'));
    expect(await faults(school.agent('post', 'courses/', { title: 'One\u2028Two' }))).toEqual(refused('title'));
    expect(await faults(browser.call('post', 'course-imports/', { file_name: 'a\u202egpj.exe', size_bytes: 1 }))).toContainEqual(refused('file_name')[0]);
    expect((await browser.call('get', 'tenants/config/')).body.name).toBe('Academy');
  } finally {
    await app.close();
  }
});
