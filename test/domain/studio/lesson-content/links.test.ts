import { faultsOf, stored } from './checked.ts';

/** Every field that holds a URL, in content that is otherwise valid. */
const ADDRESSES: [place: string, field: string, type: 'video' | 'document' | 'embed', content: (url: unknown) => object][] = [
  ['a video file', 'content.url', 'video', (url) => ({ source: 'file', url })],
  ['captions', 'content.captions.0.url', 'video', (url) => ({ source: 'vimeo', url: 'https://vimeo.com/76979871', captions: [{ language: 'en', url }] })],
  ['a document', 'content.url', 'document', (url) => ({ source: 'url', url })],
  ['an embedded page', 'content.url', 'embed', (url) => ({ url })],
];

const PRIVATE = [
  ...[
    'http://example.org/a.mp4',
    'ftp://example.org/a.mp4',
    'javascript:alert(1)//a.mp4',
    'data:text/html,x',
    '//example.org/a.mp4',
    'example.org/a.mp4',
    '/a.mp4',
    '',
  ],
  ...['https://user@example.org/a.mp4', 'https://user:secret@example.org/a.mp4', 'https://:secret@example.org/a.mp4', 'https://user%40x:y@example.org/a.mp4'],
  ...['https://localhost/a.mp4', 'https://LOCALHOST:8443/a.mp4', 'https://app.localhost/a.mp4', 'https://intranet/a.mp4'],
  ...[
    'https://127.0.0.1/a.mp4',
    'https://10.0.0.1/a.mp4',
    'https://169.254.169.254/a.mp4',
    'https://8.8.8.8/a.mp4',
    'https://127.1/a.mp4',
    'https://2130706433/a.mp4',
  ],
  ...['https://0x7f000001/a.mp4', 'https://0177.0.0.1/a.mp4', 'https://0x7f.1/a.mp4', 'https://1.2.3.4.5/a.mp4', 'https://127.0.0.1./a.mp4'],
  ...['https://[::1]/a.mp4', 'https://[fe80::1]/a.mp4', 'https://[::ffff:127.0.0.1]/a.mp4', 'https://[fd00::1]:8443/a.mp4'],
  ...['https://', 'https://?a.mp4', 'https://exa mple.org/a.mp4', 'https://example.org:99999/a.mp4', 'https://example.org\\@10.0.0.1/a.mp4'],
  ...[
    ' https://example.org/a.mp4',
    'https://example.org/a.mp4\n',
    'https://example.org/a\tb.mp4',
    'https://ex\u00e4mple.org/a.mp4',
    `https://example.org/${'x'.repeat(2048)}.mp4`,
  ],
  ...[null, 1, {}, []],
];

describe.each(ADDRESSES)('the URL of %s', (_place, field, type, content) => {
  test.each(PRIVATE)('cannot be %j', (url) => {
    const faults = faultsOf(type, content(url));
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults) expect(fault).toMatch(new RegExp(`^${field.replaceAll('.', '\\.')} (format|type|too_long)$`));
  });

  test.each(['https://example.org/a.mp4', 'https://xn--exmple-cua.org/a.mp4', 'https://a-b.co.uk:8443/a.mp4?b=c#d', 'HTTPS://EXAMPLE.ORG/a.mp4'])(
    'can be %s, which is public and uses https',
    (url) => {
      const spelled = url.replace(/^HTTPS/, 'https');
      expect(faultsOf(type, content(spelled))).toEqual([]);
    },
  );
});

test('a minimal document gets every default, and the source determines its other fields', () => {
  const linked = { source: 'url', url: 'https://example.org/paper.pdf' };
  const kept = { source: 'upload', document_id: '01890000-0000-7000-8000-000000000000' };
  expect(stored('document', linked)).toEqual({ ...linked, file_name: null, is_downloadable: true });
  expect(stored('document', kept)).toEqual({ ...kept, file_name: null, is_downloadable: true });
  const full = { ...linked, file_name: 'Paper.pdf', is_downloadable: false };
  expect(stored('document', full)).toEqual(full);
  expect(faultsOf('document', {})).toEqual(['content.source required']);
  expect(faultsOf('document', { source: 'disk' })).toEqual(['content.source not_a_choice']);
  expect(faultsOf('document', { source: 'url' })).toEqual(['content.url required']);
  expect(faultsOf('document', { source: 'upload' })).toEqual(['content.document_id required']);
  expect(faultsOf('document', { source: 'upload', document_id: 'x' })).toEqual(['content.document_id format']);
  expect(faultsOf('document', { ...kept, url: linked.url })).toEqual(['content.url unknown_field']);
  expect(faultsOf('document', { ...linked, document_id: kept.document_id })).toEqual(['content.document_id unknown_field']);
});

test('the file name of a document has 1 to 255 characters or is null', () => {
  const document = (file_name: unknown) => faultsOf('document', { source: 'url', url: 'https://example.org/a', file_name });
  expect(document(null)).toEqual([]);
  expect(document('')).toEqual(['content.file_name blank']);
  expect(document('x'.repeat(256))).toEqual(['content.file_name too_long']);
});

test('a minimal embedded page gets every default', () => {
  expect(stored('embed', { url: 'https://example.org/board' })).toEqual({
    source: 'url',
    url: 'https://example.org/board',
    title: null,
    width: null,
    height: null,
    aspect_ratio: '16:9',
    allow: ['fullscreen'],
    sandbox: ['allow-scripts', 'allow-same-origin', 'allow-forms', 'allow-popups'],
  });
});

test('a full embedded page is stored as it was sent', () => {
  const embed = {
    source: 'url',
    url: 'https://example.org/board',
    title: 'Board',
    width: 800,
    height: 600,
    aspect_ratio: 'auto',
    allow: [],
    sandbox: ['allow-scripts'],
  };
  expect(stored('embed', embed)).toEqual(embed);
});

test('only the allowed attributes of an embedded page can be set, and only to allowed values', () => {
  const embed = (members: object) => faultsOf('embed', { url: 'https://example.org/board', ...members });
  for (const name of ['src', 'srcdoc', 'onload', 'style', 'name', 'csp', 'referrerpolicy', 'allowfullscreen', 'html'])
    expect(embed({ [name]: 'x' })).toEqual([`content.${name} unknown_field`]);
  expect(embed({ allow: ['fullscreen', 'payment'] })).toEqual(['content.allow.1 not_a_choice']);
  expect(embed({ allow: ['camera', 'camera'] })).toEqual(['content.allow duplicate']);
  for (const permission of ['allow-top-navigation', 'allow-top-navigation-by-user-activation', 'allow-modals', 'allow-popups-to-escape-sandbox', ''])
    expect(embed({ sandbox: [permission] })).toEqual(['content.sandbox.0 not_a_choice']);
  expect(embed({ sandbox: 'allow-scripts' })).toEqual(['content.sandbox type']);
  expect(embed({ aspect_ratio: '21:9' })).toEqual(['content.aspect_ratio not_a_choice']);
  for (const size of [99, 4001, 100.5, '100', true])
    expect(embed({ width: size, height: size })).toEqual([expect.stringMatching(/width/), expect.stringMatching(/height/)]);
});
