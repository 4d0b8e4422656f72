import { withoutLinks } from '../../../../src/domain/messages/mails/without-links.ts';

test.each([
  ['Visit https://evil.example', 'Visit https evil example'],
  ['evil.example/path?x=1', 'evil example path x 1'],
  ['mail me@evil.example', 'mail me evil example'],
  ['evil\u2024example', 'evil example'],
  ['evil\u3002example', 'evil example'],
  ['evil\uFF0Eexample', 'evil example'],
  ['evil\uFF61example', 'evil example'],
  ['ｅｖｉｌ．ｅｘａｍｐｌｅ', 'evil example'],
  ['evil\u200B.example', 'evil example'],
  ['evil.\u2060example', 'evil example'],
  ['пример.рф', 'пример рф'],
])('no program finds a link in %j', (name, shown) => {
  expect(withoutLinks(name)).toBe(shown);
});

test.each(['J.R.R. Tolkien', 'St. John’s School', 'Zoë Ünal', 'می‌خواهم', 'Anne-Marie d’Arc', 'Ｆｕｌｌ', 'א\u200F Levi'])(
  'the name %j stays as it is',
  (name) => {
    expect(withoutLinks(name)).toBe(name);
  },
);
