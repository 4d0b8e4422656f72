import { type OperationId, operationTable } from '../../generated/operations.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import type { OperationRow } from '../../src/http/contract/operation-row.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { newStudio } from '../support/studio.ts';
import { WideWindow } from '../support/wide-window.ts';
import { Client } from './bad-input/client.ts';
import { type Encoded, encode } from './bad-input/encodings.ts';
import { NOWHERE, Objects, operations, PARAMETER } from './bad-input/objects.ts';
import { Outside } from './bad-input/outside.ts';
import { baseBodies } from './bad-input/samples.ts';

/** Operations on the objects of an organisation. */
const onObjects = operations.filter(
  ([, row]) => row.path.includes('{') && (row.surface === 'agent' || ['creator', 'member', 'visitor'].includes(row.access ?? '')),
);

/** A rubric template belongs to its organisation, whichever of its courses the path names. */
const OF_WHOLE_ORGANISATION = new Set<OperationId>(['deleteRubricTemplate']);

interface Owner {
  headers(row: OperationRow): Record<string, string>;
  objects: Objects;
}

let app: TestApp;
let client: Client;
let outside: Outside;
let mine: Owner;
let foreign: Owner;
/** Owns objects of the same organisation as `mine`, under other parents. */
let elsewhere: Owner;

const send = ({ headers }: Owner, row: OperationRow, path: string, body: Encoded | undefined) =>
  client.send({
    method: row.method.toUpperCase(),
    path,
    headers: { ...headers(row), 'X-Request-Id': 'same', ...(body ? { 'Content-Type': body.type } : {}) },
    ...(body ? { body: body.bytes } : {}),
  });

async function ownerOf({ headers }: Pick<Owner, 'headers'>): Promise<Owner> {
  const owner = { headers, objects: new Objects() };
  await owner.objects.create(
    (row, body) => send(owner, row, owner.objects.address(row), body),
    (id, row) => outside.facts(app.database.pool, id, owner.objects.address(row)),
  );
  return owner;
}

async function newOwner(): Promise<Owner> {
  const { browser, secret } = await newStudio(app);
  const session = { ...browser.headers, Cookie: browser.cookie ?? '' };
  return ownerOf({ headers: ({ surface }) => (surface === 'agent' ? { Authorization: `Bearer ${secret}` } : session) });
}

beforeAll(async () => {
  outside = await Outside.open();
  app = await startTestApp((services) => outside.join({ ...services, limits: new WideWindow(services.limits) }));
  client = new Client(app.url);
  mine = await newOwner();
  foreign = await newOwner();
  elsewhere = await ownerOf(mine);
});
afterAll(async () => {
  client.close();
  await app.close();
  await outside.close();
});

/** Returns the parameters of a path, each with the id of its object. */
const idsOf = ({ objects }: Owner, row: OperationRow): Map<string, string> =>
  new Map(
    [...row.path.matchAll(PARAMETER)].map(({ 0: parameter, index }) => [parameter.slice(1, -1), objects.find(`${row.path.slice(0, index)}{}/`) ?? newId()]),
  );

describe.each(onObjects)('%s', (id, row) => {
  const ask = async (ids: Record<string, string>) => {
    const path = row.path.replaceAll(PARAMETER, (parameter) => ids[parameter.slice(1, -1)] as string);
    const body = row.body ? encode(row.body, baseBodies(id)[0]?.body ?? {}) : undefined;
    const { status, text, headers } = await send(mine, row, path, body);
    const { date: _date, ratelimit: _left, ...same } = headers;
    return { status, text, headers: same };
  };

  test('responds to an object of another organisation or of another parent byte for byte as if it did not exist', async () => {
    const own = idsOf(mine, row);
    const all = (value: (name: string) => string) => Object.fromEntries([...own.keys()].map((name) => [name, value(name)]));
    const never = await ask(all(() => NOWHERE));
    expect(never.status).toBe(404);
    const others = own.size > 1 && !OF_WHOLE_ORGANISATION.has(id) ? [foreign, elsewhere] : [foreign];
    expect(await ask(all((name) => idsOf(foreign, row).get(name) as string))).toEqual(never);
    for (const name of own.keys()) {
      for (const other of others) expect(await ask({ ...all((of) => own.get(of) as string), [name]: idsOf(other, row).get(name) as string })).toEqual(never);
      expect(await ask({ ...all((of) => own.get(of) as string), [name]: 'not-a-uuid' })).toEqual(never);
    }
  });
});

test('every owner can read its own objects', async () => {
  for (const row of [operationTable.getAgentCourse, operationTable.getAgentChapter, operationTable.getAgentLesson, operationTable.getChapter])
    for (const owner of [mine, foreign, elsewhere]) expect((await send(owner, row, owner.objects.address(row), undefined)).status).toBe(200);
});
