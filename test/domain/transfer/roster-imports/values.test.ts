import { guessMapping } from '../../../../src/domain/transfer/roster-imports/fields.ts';
import { valuesOf } from '../../../../src/domain/transfer/roster-imports/values.ts';

const columnsOf = (format: 'csv' | 'xlsx') => ({ mapping: guessMapping(['Name', 'Email']), format, columns: 2 });

test('a note beside the table of a workbook is left out with a warning, and a value too many in a text is an error', () => {
  const cells = ['Ada', 'ada@example.org', '', 'pays later'];
  expect(valuesOf(cells, columnsOf('xlsx'), {})).toMatchObject({ name: 'Ada', fault: null, warnings: ['values_left_out'] });
  expect(valuesOf(cells, columnsOf('csv'), {})).toMatchObject({ fault: 'too_many_values', warnings: [] });
  expect(valuesOf(cells.with(3, ' '), columnsOf('csv'), {})).toMatchObject({ fault: null, warnings: [] });
});

test('names keep the joiners and marks that they need', () => {
  const name = 'ن\u200Cا 👩\u200D🏫 é';
  expect(valuesOf([name, ''], columnsOf('csv'), {})).toMatchObject({ name, warnings: [] });
});
