import { refusalOf } from '../../../src/platform/database/requirements.ts';

const GOOD = { version: 150_004, encoding: 'UTF8', role: 'lms', may_migrate: true };

test('PostgreSQL 15 is accepted, and an older one is refused with its version', () => {
  expect(refusalOf(GOOD)).toBeNull();
  expect(refusalOf({ ...GOOD, version: 140_011 })).toBe('it is PostgreSQL 14, and the service needs version 15 or newer');
});
