import { NOBODY, Turns } from '../../../src/platform/threads/turns.ts';

/** Has tasks of these owners wait, and returns in which order they have begun after each end. */
async function orderOf(turns: Turns, owners: readonly string[]) {
  const begun: string[] = [];
  for (const [index, owner] of owners.entries()) void turns.begin(owner).then(() => begun.push(`${owner}${index}`));
  const settled = () => new Promise(setImmediate);
  await settled();
  return {
    begun: () => begun.splice(0),
    async end(owner: string) {
      turns.end(owner);
      await settled();
    },
  };
}

test('one owner leaves room for the others, who have their turns one after another', async () => {
  const order = await orderOf(new Turns(2, 1), ['a', 'a', 'a', 'b', 'b', 'c']);
  expect(order.begun()).toEqual(['a0', 'b3']);
  await order.end('a');
  expect(order.begun()).toEqual(['a1']);
  await order.end('a');
  expect(order.begun()).toEqual(['c5']);
  await order.end('b');
  expect(order.begun()).toEqual(['b4']);
  await order.end('b');
  expect(order.begun()).toEqual(['a2']);
});

test('tasks of nobody in particular begin as long as there is room', async () => {
  const order = await orderOf(new Turns(2, 1), [NOBODY, NOBODY, NOBODY]);
  expect(order.begun()).toHaveLength(2);
  await order.end(NOBODY);
  expect(order.begun()).toHaveLength(1);
});
