import { version } from 'uuid';
import { isId, newId } from '../../../src/domain/kernel/ids.ts';

test('the IDs of a process are UUIDs of version 7 that ascend, also within a millisecond', () => {
  const ids = Array.from({ length: 10_000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => isId(id) && version(id) === 7)).toBe(true);
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length);
});
