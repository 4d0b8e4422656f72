import { GLOSSARY } from '../../../../scripts/prose/replaced-words.ts';
import { LANGUAGES } from '../../../../src/domain/messages/language/catalogues.ts';

test('the glossary names each thing once, with its word in every language, and says how each language addresses people', () => {
  const { address, terms } = GLOSSARY;
  expect(terms.filter((term) => LANGUAGES.some((language) => !term[language]))).toEqual([]);
  expect(new Set(terms.map(({ en }) => en)).size).toBe(terms.length);
  expect(LANGUAGES.filter((language) => !address[language].form)).toEqual([]);
});
