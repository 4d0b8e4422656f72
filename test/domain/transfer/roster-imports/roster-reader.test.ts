import { openRosterReader } from '../../../../src/domain/transfer/roster-imports/roster-reader.ts';

const reader = openRosterReader();
afterAll(() => reader.close());

test('while a large file is read, the process goes on with its other work, and the rows arrive in their order', async () => {
  const file = ['Name,Email', ...Array.from({ length: 50_000 }, (_, index) => `Person ${index},${index}@example.org`)].join('\n');
  let isRead = false;
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    if (!isRead) setImmediate(turn);
  };
  const reading = reader.read('of one', Buffer.from(file), null);
  turn();
  const { rows, ...facts } = await reading;
  isRead = true;
  expect(turns).toBeGreaterThan(10);
  expect(facts).toEqual({ format: 'csv', encoding: 'utf-8', delimiter: ',', headings: ['Name', 'Email'] });
  expect(rows.map(({ line }) => line)).toEqual(Array.from({ length: 50_000 }, (_, index) => index + 2));
  expect(rows[49_999]).toEqual({ line: 50_001, values: ['Person 49999', '49999@example.org'] });
});

test('what is wrong with a file is told as if it had been read in the process', async () => {
  const reading = reader.read('of one', Buffer.from('Name,Email\n"Ada'), null);
  await expect(reading).rejects.toMatchObject({ code: 'validation_error', faults: [{ field: 'file', code: 'malformed' }] });
});
