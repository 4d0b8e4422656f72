import { violations } from './log.ts';

afterEach(() => {
  expect(violations.splice(0)).toEqual([]);
});
