import { Batcher } from '../../../src/platform/database/batcher.ts';

test('what is added is written together and in order, and what could not be written comes first the next time', async () => {
  const written: number[][] = [];
  const failures: unknown[] = [];
  let isAway = true;
  const batcher = new Batcher<number>(
    async (items) => {
      if (isAway) throw new Error('away');
      written.push([...items]);
    },
    (error) => failures.push(error) > 0,
  );
  for (const item of [1, 2, 3]) batcher.add(item);
  await batcher.flush();
  isAway = false;
  batcher.add(4);
  await Promise.all([batcher.flush(), batcher.flush()]);
  expect([written, failures]).toEqual([[[1, 2, 3, 4]], [new Error('away')]]);
});

test('no more is kept than memory should hold, and what came first stays', async () => {
  const written: number[] = [];
  const batcher = new Batcher<number>(
    async (items) => void written.push(...items),
    () => false,
  );
  for (let item = 0; item < 10_001; item++) batcher.add(item);
  await batcher.flush();
  expect([written.length, written.at(-1)]).toEqual([10_000, 9999]);
});

test('what can never be written is lost, and what comes after it is written', async () => {
  const written: number[] = [];
  const batcher = new Batcher<number>(
    async (items) => {
      if (items.includes(1)) throw new Error('poison');
      written.push(...items);
    },
    () => false,
  );
  batcher.add(1);
  await batcher.flush();
  batcher.add(2);
  await batcher.flush();
  expect(written).toEqual([2]);
});
