import { mock } from 'node:test';
import { closeFaces, openFaces } from '../../../../src/domain/attendance/faces/opened.ts';
import { createKeyring, type Keyring } from '../../../../src/platform/secrets/keyring.ts';

afterEach(() => mock.timers.reset());

/** A store of descriptors of length 2, each with its place as the first value, that notes which were read. */
function storeOf(keyring: Keyring, ids: readonly string[]) {
  const sealed = new Map(ids.map((id, place) => [id, keyring.seal(Buffer.from(Float32Array.of(place, 0).buffer))]));
  const read: string[][] = [];
  return {
    read,
    open: (asked = ids) =>
      openFaces(keyring, asked, 2, async (missing) => {
        read.push([...missing]);
        return missing.flatMap((id) => (sealed.has(id) ? [{ id, sealed_descriptor: sealed.get(id) as Buffer }] : []));
      }),
  };
}

test('a descriptor is opened once, and again after five minutes or once all were let go of', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const keyring = createKeyring('one');
  const { open, read } = storeOf(keyring, ['a', 'b']);
  expect([...(await open(['a']))]).toEqual([['a', Float32Array.of(0, 0)]]);
  expect([...(await open(['b', 'a']))].sort()).toEqual([
    ['a', Float32Array.of(0, 0)],
    ['b', Float32Array.of(1, 0)],
  ]);
  expect(read.splice(0)).toEqual([['a'], ['b']]);
  closeFaces(keyring);
  await open();
  await open();
  expect(read.splice(0)).toEqual([['a', 'b']]);
  mock.timers.tick(5 * 60_000);
  await open();
  expect(read).toEqual([['a', 'b']]);
  closeFaces(keyring);
});

test('a descriptor that was deleted before it was read is left out', async () => {
  const keyring = createKeyring('one');
  const { open } = storeOf(keyring, ['a']);
  expect([...(await open(['a', 'gone'])).keys()]).toEqual(['a']);
  closeFaces(keyring);
});

test('what one keyring opened is not held for another', async () => {
  const [one, other] = [storeOf(createKeyring('one'), ['a']), storeOf(createKeyring('other'), ['a'])];
  await one.open();
  await other.open();
  expect([one.read, other.read]).toEqual([[['a']], [['a']]]);
});

test('at most 20,000 descriptors are held, and more are still returned', async () => {
  const keyring = createKeyring('one');
  const ids = Array.from({ length: 20_001 }, (_, place) => String(place));
  const { open, read } = storeOf(keyring, ids);
  expect((await open()).size).toBe(20_001);
  expect((await open()).size).toBe(20_001);
  expect(read.map(({ length }) => length)).toEqual([20_001, 20_001]);
  await open(['1']);
  await open(['1']);
  expect(read).toHaveLength(3);
  closeFaces(keyring);
});
