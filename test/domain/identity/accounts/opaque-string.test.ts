import { isOpaqueString, prepareOpaqueString } from '../../../../src/domain/identity/accounts/opaque-string.ts';

test.each([
  ['correct horse battery staple', 'correct horse battery staple', 'a space of ASCII is one'],
  ['Correct Horse Battery Staple', 'Correct Horse Battery Staple', 'case matters'],
  ['\u03c0\u00df\u00e5', '\u03c0\u00df\u00e5', 'letters beyond ASCII stay'],
  ['Jack of \u2666s', 'Jack of \u2666s', 'symbols stay'],
  ['foo\u1680bar', 'foo bar', 'another space becomes that of ASCII'],
])('a password of table 4 of RFC 8265 is permitted and compared as there: %j', (text, prepared) => {
  expect(isOpaqueString(text)).toBe(true);
  expect(prepareOpaqueString(text)).toBe(prepared);
});

test.each(['', 'my cat is a \tby'])('a password of table 5 of RFC 8265 is refused: %j', (text) => {
  expect(isOpaqueString(text)).toBe(false);
});

test.each([
  ['e\u0301', '\u00e9', 'composed and decomposed accents'],
  ['\u2126', '\u03a9', 'the sign of ohm and omega'],
  ['a\u00a0b\u3000c\u2000d', 'a b c d', 'all spaces'],
  [' a ', ' a ', 'spaces around it'],
  ['\ufb01 \u017f \uff21', '\ufb01 \u017f \uff21', 'ligatures, long s and wide letters'],
  ['\u2764\ufe0f', '\u2764\ufe0f', 'an emoji with a selector'],
])('%j is prepared as %j: %s', (text, prepared) => {
  expect(prepareOpaqueString(text)).toBe(prepared);
  expect(prepareOpaqueString(prepared)).toBe(prepared);
  expect(isOpaqueString(text)).toBe(true);
});

test.each(['\n', '\u007f', '\u0085', '\u2028', '\u2029'])('%j is in no password', (character) => {
  expect(isOpaqueString(`one${character}two`)).toBe(false);
});
