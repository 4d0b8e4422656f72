import { faultsOf, stored } from './checked.ts';

const LEAST = { instructions: 'Write.', submission_kinds: ['text'] };
const dueFaults = (due: unknown) => faultsOf('assignment', { ...LEAST, due });

test('a minimal assignment gets every default', () => {
  expect(stored('assignment', LEAST)).toEqual({
    ...LEAST,
    points: 100,
    due: { kind: 'none' },
    max_files: 1,
    allowed_file_extensions: [],
    sample_solution: null,
  });
});

test('a full assignment is stored as it was sent', () => {
  const assignment = {
    instructions: 'Draw.',
    submission_kinds: ['file', 'text', 'url'],
    points: 12.34,
    due: { kind: 'date', date: '2026-06-30', time: '18:00' },
    max_files: 5,
    allowed_file_extensions: ['pdf', 'png'],
    sample_solution: 'So.',
  };
  expect(stored('assignment', assignment)).toEqual(assignment);
});

test('assignments do not share their default values', () => {
  const one = stored('assignment', LEAST) as { allowed_file_extensions: string[]; due: { kind: string } };
  one.allowed_file_extensions.push('exe');
  one.due.kind = 'changed';
  expect(stored('assignment', LEAST)).toMatchObject({ allowed_file_extensions: [], due: { kind: 'none' } });
});

test('file rules are allowed only for file submissions', () => {
  expect(faultsOf('assignment', { ...LEAST, max_files: 2, allowed_file_extensions: ['pdf'] })).toEqual([
    'content.max_files not_allowed',
    'content.allowed_file_extensions not_allowed',
  ]);
  expect(faultsOf('assignment', { ...LEAST, max_files: 1, allowed_file_extensions: [] })).toEqual([]);
  expect(faultsOf('assignment', { ...LEAST, submission_kinds: ['url', 'file'], max_files: 20, allowed_file_extensions: ['pdf'] })).toEqual([]);
});

test.each(['.pdf', 'PDF', 'tar.gz', '', 'a'.repeat(11), 'p df', '*', '../x'])(
  'the file extension %j is rejected with an error on its position',
  (extension) => {
    const faults = faultsOf('assignment', { ...LEAST, submission_kinds: ['file'], allowed_file_extensions: ['pdf', extension] });
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults) expect(fault).toMatch(/^content\.allowed_file_extensions\.1 (format|too_long|blank)$/);
  },
);

test('an assignment has at least one submission kind, and all kinds must be known and distinct', () => {
  const kinds = (submission_kinds: unknown) => faultsOf('assignment', { ...LEAST, submission_kinds });
  expect(kinds([])).toEqual(['content.submission_kinds too_few']);
  expect(kinds(['text', 'fax'])).toEqual(['content.submission_kinds.1 not_a_choice']);
  expect(kinds(['text', 'text'])).toEqual(['content.submission_kinds duplicate']);
  expect(kinds('text')).toEqual(['content.submission_kinds type']);
});

test.each([
  ['instructions', ['', ' ', null, 'x'.repeat(50_001)]],
  ['points', [-1, 10_001, 0.001, '1', null]],
  ['max_files', [0, 21, 1.5, null]],
  ['sample_solution', [1, 'x'.repeat(50_001)]],
])('an invalid value for %s is rejected', (name, values) => {
  for (const value of values) {
    const faults = faultsOf('assignment', { ...LEAST, submission_kinds: ['file'], [name]: value });
    expect(new Set(faults.map((fault) => fault.split(' ')[0]))).toEqual(new Set([`content.${name}`]));
  }
});

test('work that is due on a day is due at 23:59 unless a time is given', () => {
  expect(stored('assignment', { ...LEAST, due: { kind: 'relative', days: 0 } }).due).toEqual({ kind: 'relative', days: 0, time: '23:59' });
  expect(stored('assignment', { ...LEAST, due: { kind: 'date', date: '2028-02-29' } }).due).toEqual({ kind: 'date', date: '2028-02-29', time: '23:59' });
  expect(stored('assignment', { ...LEAST, due: { kind: 'relative', days: 3650, time: '00:00' } }).due).toEqual({ kind: 'relative', days: 3650, time: '00:00' });
});

test.each([
  '2026-02-30',
  '2026-02-29',
  '2100-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '0000-01-01',
  '1899-12-31',
  '2200-01-01',
  '2026-1-1',
  '26-01-01',
  '2026-01-01T00:00:00Z',
  'tomorrow',
  '',
])('the date %j is rejected', (date) => {
  const faults = dueFaults({ kind: 'date', date });
  expect(new Set(faults)).toEqual(new Set(['content.due.date format']));
});

test.each(['24:00', '12:60', '1:00', '12:00:00', '12.00', '', 'noon'])('the time %j is rejected', (time) => {
  for (const due of [
    { kind: 'date', date: '2026-06-30', time },
    { kind: 'relative', days: 1, time },
  ])
    expect(new Set(dueFaults(due).map((fault) => fault.split(' ')[0]))).toEqual(new Set(['content.due.time']));
});

test('the kind of a due rule determines its other fields', () => {
  for (const due of [null, 'none', []]) expect(dueFaults(due)).toContainEqual('content.due type');
  expect(dueFaults({})).toEqual(['content.due.kind required']);
  expect(dueFaults({ kind: 'later' })).toEqual(['content.due.kind not_a_choice']);
  expect(dueFaults({ kind: 'none', days: 1 })).toEqual(['content.due.days unknown_field']);
  expect(dueFaults({ kind: 'relative' })).toEqual(['content.due.days required']);
  expect(dueFaults({ kind: 'date' })).toEqual(['content.due.date required']);
  expect(dueFaults({ kind: 'date', date: '2026-06-30', days: 1 })).toEqual(['content.due.days unknown_field']);
  for (const days of [-1, 3651, 1.5]) expect(dueFaults({ kind: 'relative', days })).toEqual([expect.stringMatching(/^content\.due\.days /)]);
});
