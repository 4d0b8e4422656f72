import { composeMail } from '../../../src/domain/kernel/compose-mail.ts';

const MAIL = {
  language: 'en',
  subject: 'A <subject>',
  paragraphs: ['Hello Ada & Bob,', 'Something happened.\nTwice.'],
  code: '123456',
  link: { label: 'View details', url: 'https://lms.example/details?a=1&b=2' },
  footer: [
    { label: 'Choose your notifications', url: 'https://lms.example/notifications' },
    { label: 'Unsubscribe from emails like this', url: 'https://lms.example/unsubscribe/x' },
  ],
};

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const unescaped = (markup: string) => markup.replaceAll(/&[a-z#0-9]+;/g, (entity) => ENTITIES[entity] ?? entity);
const wordsOf = (text: string) => text.split(/[\s·:]+/).filter(Boolean);

test('the text and the HTML of an email say the same and lead to the same pages', () => {
  const { text, html } = composeMail({ serviceName: 'Service' }, 'ada@example.org', MAIL);
  const said = unescaped((html as string).replaceAll(/<[^>]*>/g, ' '));
  const urls = text.match(/https:\S+/g) ?? [];
  expect(wordsOf(said).sort()).toEqual(wordsOf(text.replaceAll(/https:\S+/g, ' ')).sort());
  expect([...(html as string).matchAll(/href="([^"]*)"/g)].map(([, url]) => unescaped(url as string))).toEqual(urls);
  expect(urls).toEqual([MAIL.link, ...MAIL.footer].map(({ url }) => url));
});

test('an email has one button, and its small links stand below everything else', () => {
  const html = composeMail({ serviceName: 'Service' }, 'ada@example.org', MAIL).html as string;
  expect(html.match(/display:inline-block/g)).toHaveLength(1);
  expect(html.split('View details')[1]).toMatch(/font-size:13px.*Choose your notifications.*Unsubscribe from emails like this<\/a><\/p>\s*<\/div><\/body>/s);
});
