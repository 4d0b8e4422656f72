import { CONFLICTS, type ConflictCode } from '../../src/http/conflicts.ts';
import { PROBLEMS } from '../../src/http/problems.ts';
import { CONTRACT } from '../support/app.ts';

interface Described {
  'x-code'?: string;
  required?: string[];
}

const described = Object.values(JSON.parse(CONTRACT).components.schemas as Record<string, Described>);
const conflicts = Object.keys(CONFLICTS) as ConflictCode[];

test('every error with the status 409 says what it conflicts with, or why it does not', () => {
  const codes = Object.entries(PROBLEMS).flatMap(([code, { status }]) => (status === 409 ? [code] : []));
  expect(conflicts.toSorted()).toEqual(codes.sort());
});

test.each(conflicts)('the contract has the members that %s names, and no others', (code) => {
  const conflict = CONFLICTS[code];
  const members: readonly string[] | null = 'members' in conflict ? conflict.members : null;
  const schema = described.find((one) => one['x-code'] === code);
  expect(schema?.required?.toSorted() ?? null).toEqual(members?.toSorted() ?? null);
});
