import { forEach } from './bad-input/client.ts';
import { formOf, json, multipart, urlencoded } from './bad-input/encodings.ts';
import { type Fault, faultsOf } from './bad-input/faults.ts';
import { bodySchema } from './bad-input/schema.ts';
import { operationsWithBody, refusalFault, World } from './bad-input/world.ts';

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

let n = 0;
describe.each(operationsWithBody)('%s', (id, row) => {
  test('a valid body of every shape is taken', async () => {
    for (let index = 0; index < (await world.bases([id, row])).length; index++) {
      const base = (await world.bases([id, row]))[index];
      const { status, text } = await world.call(row, json(base?.body));
      expect([status, status < 300 ? '' : text]).toEqual([row.method === 'post' ? 201 : 200, '']);
    }
  });
  test('faults', async () => {
    const before = await world.stored();
    const faults = (await world.bases([id, row])).flatMap((base) => [...faultsOf(bodySchema(id), base)]);
    const wrong: string[] = [];
    const check = async (fault: Fault, encoded: ReturnType<typeof json>) => {
      n++;
      const answer = await world.call(row, encoded);
      const found = refusalFault(row, answer, { statuses: [400], field: fault.field });
      if (found) wrong.push(`${fault.field} ${fault.what} as ${encoded.type}: ${found}`);
    };
    const t = performance.now();
    await forEach(faults.entries(), async ([index, fault]) => {
      await check(fault, json(fault.body));
      if (fault.field.includes('.') && index % 7) return;
      const form = formOf(fault.body, row.body.members);
      if (form) await check(fault, urlencoded(form));
      if (form) await check(fault, multipart(form));
    });
    console.log(id, faults.length, n, performance.now() - t);
    expect(wrong).toEqual([]);
    expect(await world.stored()).toBe(before);
  });
});
