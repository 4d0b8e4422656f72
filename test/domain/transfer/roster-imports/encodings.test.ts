import { recognize } from '../../../../src/domain/transfer/roster-imports/encodings.ts';

/** A file with these names, as hexadecimal digits, and an address for each. */
const fileOf = (names: readonly string[]): Buffer =>
  Buffer.concat([
    Buffer.from('Name,Email\n'),
    ...names.flatMap((name, index) => [Buffer.from(name, 'hex'), Buffer.from(`,person-${index}@roster.example.org\n`)]),
  ]);

test.each([
  [
    'windows-1252',
    ['4a6f73e9205065f161', '4672616ee76f6973204c6566e8767265', '4a6fe36f20476f6ee7616c766573'],
    ['José Peña', 'François Lefèvre', 'João Gonçalves'],
  ],
  ['windows-1250', ['a3756b61737a2057699c6e696577736b69', '4d61b3676f727a617461208f72f364b36f', '4a616e'], ['Łukasz Wiśniewski', 'Małgorzata Źródło', 'Jan']],
  ['windows-1251', ['c0edede020c8e2e0edeee2e0', 'cfb8f2f020d1e5f0e3e5e5e2'], ['Анна Иванова', 'Пётр Сергеев']],
  ['koi8-r', ['e1cecec120e9d7c1cecfd7c1', 'f0a3d4d220f3c5d2c7c5c5d7', 'efccd8c7c120ebd5dacec5c3cfd7c1'], ['Анна Иванова', 'Пётр Сергеев', 'Ольга Кузнецова']],
  ['windows-1253', ['c3e9fef1e3eff220d0e1f0e1e4fcf0eff5ebeff2', 'c5ebddede720caf9edf3f4e1edf4dfedeff5'], ['Γιώργος Παπαδόπουλος', 'Ελένη Κωνσταντίνου']],
  ['windows-1256', ['e3cde3cf20dac8cf20c7e1d1cde3e4', 'ddc7d8e3c920c7e1d2e5d1c7c1'], ['محمد عبد الرحمن', 'فاطمة الزهراء']],
  ['shift_jis', ['97e996d82088ea9859', '8d828bb42094fc8de7', '936392862082b382ad82e7'], ['鈴木 一郎', '高橋 美咲', '田中 さくら']],
] as const)('names in %s are read with their letters', (encoding, hex, names) => {
  const [text, recognized] = recognize(fileOf(hex));
  expect(recognized).toBe(encoding);
  expect(text?.match(/^.+(?=,person)/gmu)).toEqual(names);
});

test('a text that suggests no encoding is read in that of Windows in Western Europe', () => {
  expect(recognize(Buffer.from('Name\nZo\u00eb', 'latin1'))).toEqual(['Name\nZoë', 'windows-1252']);
});

test('bytes that are not in the encoding of their mark are no text', () => {
  expect(recognize(Buffer.from('efbbbfff', 'hex'))).toEqual([null, 'utf-8']);
});
