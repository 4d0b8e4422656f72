import { version } from 'uuid';
import { isId, leastIdOf, newId, newIdBeside } from '../../../src/domain/kernel/ids.ts';

test('the IDs of a process are UUIDs of version 7 that ascend, also within a millisecond', () => {
  const ids = Array.from({ length: 10_000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => isId(id) && version(id) === 7)).toBe(true);
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length);
});

test('an ID beside another one is of version 7 and has its time, and no ID of a time is less than the least one', () => {
  const other = newId();
  const ids = Array.from({ length: 10_000 }, () => newIdBeside(other));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => isId(id) && version(id) === 7 && id.slice(0, 13) === other.slice(0, 13))).toBe(true);
  const time = Number.parseInt(other.replace('-', '').slice(0, 12), 16);
  const [least, next] = [leastIdOf(time), leastIdOf(time + 1)];
  expect([...ids, other, next].every((id) => id > least)).toBe(true);
  expect([...ids, other].every((id) => id < next)).toBe(true);
  expect(leastIdOf(0)).toBe('00000000-0000-0000-0000-000000000000');
});
