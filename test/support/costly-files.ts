import { randomBytes } from 'node:crypto';
import {
  bankXml,
  type CartridgeItem,
  cartridgeOf,
  choicesXml,
  equal,
  material,
  pageHtml,
  qtiItem,
  quizXml,
  resourceType,
  scored,
  topicXml,
} from './cartridges.ts';
import { packageZip } from './packages.ts';
import { type ZipEntry, zipOf } from './zip.ts';

/** A file that is cheap to make and to send, and asks for much work. */
export interface CostlyFile {
  what: string;
  /** Why it is refused, or null if it is read. */
  failure: string | null;
  name: string;
  make(): Promise<Buffer> | Buffer;
}

const times = <Made>(count: number, make: (index: number) => Made): Made[] => Array.from({ length: count }, (_, index) => make(index));

const page = (body: string) => ({ 'a.html': pageHtml('A', body) });

/** Chapters of items that all name one page. */
const chapters = (count: number, items: number): CartridgeItem[] =>
  times(count, (chapter) => ({ title: `c${chapter}`, items: times(items, (index) => ({ title: `i${index}`, ref: 'page' })) }));

const onePage = (items: readonly CartridgeItem[], body: string) => cartridgeOf({ items, resources: [{ id: 'page', type: 'webcontent', files: page(body) }] });

const withPage = (body: string) => onePage(chapters(1, 1), body);

const quiz = (items: string, files: Record<string, string> = {}) =>
  cartridgeOf({
    items: [{ title: 'All', items: [{ title: 'Quiz', ref: 'quiz' }] }],
    resources: [{ id: 'quiz', type: resourceType('quiz'), files: { 'quiz.xml': quizXml('quiz', 'Quiz', items), ...files } }],
  });

const choiceItem = (id: string, labels: Record<string, string>, before: string) =>
  qtiItem(id, { cc_profile: 'cc.multiple_choice.v0p1' }, `${material(before)}${choicesXml('r', 'Single', labels)}`, scored(equal('r', 'a')));

const scormItems = (count: number) =>
  packageZip({ items: times(count, (index) => ({ id: `i${index}`, ref: 'r' })), resources: { r: 'a.html' }, files: { 'a.html': 'a' } });

/** Manifests in one another, each of which has many items that stand for the whole outline of the next. */
function manifestsInManifests(): string {
  const items = (level: number) => times(100, (index) => `<item identifier="i${level}-${index}" identifierref="m${level + 1}"/>`).join('');
  return times(
    5,
    (level) =>
      `<manifest identifier="m${level + 1}"><organizations><organization identifier="o${level}">${level === 4 ? '<item identifier="last" identifierref="r"/>' : items(level + 1)}</organization></organizations>`,
  )
    .join('')
    .concat('</manifest>'.repeat(5));
}

const xmlManifest = (inside: string, attributes = '') =>
  zipOf([{ name: 'imsmanifest.xml', content: `<manifest ${attributes}><organizations/><resources>${inside}</resources></manifest>` }]);

const MARKS = '*_~`[](){}<>#+-=|!&\\';

export const COSTLY_FILES: readonly CostlyFile[] = [
  {
    what: 'an outline of 60,000 items that name one page',
    failure: 'course_full',
    name: 'cc60000.imscc',
    make: () => onePage(chapters(1, 60_000), '<p>A</p>'),
  },
  {
    what: 'an outline of 10,000 items that name one page of 95 KB',
    failure: 'archive_too_large',
    name: 'a.imscc',
    make: () => onePage(chapters(10, 1000), '<p>A</p>'.repeat(11_800)),
  },
  { what: 'a SCORM package of 60,000 items', failure: 'course_full', name: 'items60000.zip', make: () => scormItems(60_000) },
  {
    what: 'a SCORM package whose manifests stand for one another',
    failure: 'course_full',
    name: 'a.zip',
    make: () =>
      packageZip({
        items: times(100, (index) => ({ id: `i${index}`, ref: 'm1' })),
        resources: { r: 'a.html' },
        files: { 'a.html': 'a' },
        inside: manifestsInManifests(),
      }),
  },
  {
    what: 'an element with 200,000 attributes',
    failure: 'invalid',
    name: 'attrs.zip',
    make: () => xmlManifest(`<resource ${times(200_000, (index) => `a${index}="b"`).join(' ')}/>`),
  },
  {
    what: 'a million attributes in many elements',
    failure: 'invalid',
    name: 'a.imscc',
    make: () => xmlManifest(`<resource ${times(150, (index) => `a${index}=""`).join(' ')}/>`.repeat(7000)),
  },
  {
    what: '100,000 namespaces',
    failure: 'invalid',
    name: 'a.imscc',
    make: () => xmlManifest('', times(100_000, (index) => `xmlns:n${index}="urn:${index}"`).join(' ')),
  },
  { what: 'elements nested 100,000 times', failure: 'invalid', name: 'a.imscc', make: () => xmlManifest('<a>'.repeat(100_000) + '</a>'.repeat(100_000)) },
  { what: '400,000 elements', failure: 'invalid', name: 'a.imscc', make: () => xmlManifest('<a/>'.repeat(400_000)) },
  {
    what: 'a text of 7 MB in one element',
    failure: null,
    name: 'a.imscc',
    make: () =>
      cartridgeOf({ title: randomBytes(3_500_000).toString('hex'), items: chapters(1, 1), resources: [{ id: 'page', type: 'webcontent', files: page('A') }] }),
  },
  {
    what: 'a million ampersands that begin no entity',
    failure: null,
    name: 'a.imscc',
    make: () =>
      zipOf([
        {
          name: 'imsmanifest.xml',
          content: `<manifest><organizations/><resources><resource identifier="a" href="a.html">${'&x;&'.repeat(500_000)}</resource></resources></manifest>`,
        },
        { name: 'a.html', content: 'A' },
      ]),
  },
  {
    what: 'entities that stand for entities',
    failure: 'invalid',
    name: 'a.imscc',
    make: () => {
      const entities = times(10, (index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`).join('');
      return zipOf([{ name: 'imsmanifest.xml', content: `<!DOCTYPE m [<!ENTITY e0 "ha">${entities}]><manifest>&e10;</manifest>` }]);
    },
  },
  {
    what: '30,000 entries',
    failure: 'archive_too_many_entries',
    name: 'a.zip',
    make: () => zipOf(times(30_000, (index): ZipEntry => ({ name: `e${index}`, content: '', compress: false }))),
  },
  {
    what: '4,000 entries with long names',
    failure: 'not_recognised',
    name: 'a.zip',
    make: () => zipOf(times(4000, (index): ZipEntry => ({ name: `${'é'.repeat(450)}/${index}`, content: '', compress: false }))),
  },
  {
    what: 'archives in archives',
    failure: 'not_recognised',
    name: 'a.zip',
    make: async () => {
      let bytes: Buffer = Buffer.alloc(9 * 1024 * 1024);
      for (let depth = 0; depth < 6; depth++) bytes = await zipOf(times(depth === 0 ? 1 : 8, (index) => ({ name: `${index}.zip`, content: bytes })));
      return bytes;
    },
  },
  {
    what: '100 quizzes that depend on all of 1,000 small documents',
    failure: 'archive_too_large',
    name: 'a.imscc',
    make: () => {
      const parts = times(1000, (index) => `p${index}`);
      const dependencies = parts.map((part) => `<dependency identifierref="${part}"/>`).join('');
      const quizzes = times(
        100,
        (index) => `<resource identifier="q${index}" type="imsqti_xmlv1p2/imscc_xmlv1p1/assessment" href="p0.xml">${dependencies}</resource>`,
      );
      const documents = parts.map(
        (part) =>
          `<resource identifier="${part}" type="associatedcontent/learning-application-resource" href="${part}.xml"><file href="${part}.xml"/></resource>`,
      );
      return zipOf([
        { name: 'imsmanifest.xml', content: `<manifest><organizations/><resources>${quizzes.join('')}${documents.join('')}</resources></manifest>` },
        ...parts.map((part) => ({ name: `${part}.xml`, content: '<a/>' })),
      ]);
    },
  },
  {
    what: 'a tool with a long description that 1,900 items name',
    failure: 'too_complex',
    name: 'a.imscc',
    make: () => {
      const items = times(1900, (index) => `<item identifier="i${index}" identifierref="t"/>`).join('');
      const tool = `<cartridge_basiclti_link><title>T</title><description>${'d'.repeat(1_000_000)}</description></cartridge_basiclti_link>`;
      return zipOf([
        {
          name: 'imsmanifest.xml',
          content: `<manifest><organizations><organization><item><item><title>A</title>${items}</item></item></organization></organizations><resources><resource identifier="t" type="imsbasiclti_xmlv1p0">${tool}</resource></resources></manifest>`,
        },
      ]);
    },
  },
  {
    what: 'a question with 20,000 choices',
    failure: null,
    name: 'a.imscc',
    make: () => quiz(choiceItem('q', Object.fromEntries(times(20_000, (index) => [index === 0 ? 'a' : `l${index}`, 'c'])), 'Choose')),
  },
  {
    what: 'a bank of 5,000 questions that 1,000 draws name',
    failure: 'too_complex',
    name: 'a.imscc',
    make: () => {
      const draw =
        '<section ident="s"><selection_ordering><selection><sourcebank_ref>bank</sourcebank_ref><selection_number>1</selection_number></selection></selection_ordering></section>';
      const items = times(5000, (index) => choiceItem(`q${index}`, { a: 'A', b: 'B' }, 'Choose')).join('');
      return cartridgeOf({
        items: [{ title: 'All', items: [{ title: 'Quiz', ref: 'quiz' }] }],
        resources: [
          { id: 'quiz', type: resourceType('quiz'), files: { 'quiz.xml': quizXml('quiz', 'Quiz', draw.repeat(1000)) } },
          { id: 'bank', type: resourceType('bank'), files: { 'bank.xml': bankXml('bank', items) } },
        ],
      });
    },
  },
  {
    what: 'a question of 10 KB that a quiz names 100,000 times',
    failure: 'too_complex',
    name: 'a.zip',
    make: () => {
      const named = qtiItem('a', {}, `${material('x '.repeat(5000))}${choicesXml('r', 'Single', { t: 'True', f: 'False' })}`, scored(equal('r', 't')));
      const xml = quizXml('q', 'Q', '<itemref linkrefid="a"/>'.repeat(100_000)).replace('</questestinterop>', `${named}</questestinterop>`);
      return zipOf([{ name: 'q.xml', content: xml }]);
    },
  },
  {
    what: 'a question of 1,000 blanks without names',
    failure: null,
    name: 'a.zip',
    make: () => {
      const names = times(1000, (index) => `${String(index).padStart(8, '0')}-0c0b-4959-b565-a80c0f199602`);
      const blanks = names.map((name) => choicesXml(`response_${name}`, 'Single', { a: 'x' })).join('');
      const item = qtiItem('x', { question_type: 'fill_in_multiple_blanks_question' }, material(`[${names.join('] [')}]`) + blanks);
      return zipOf([{ name: 'q.xml', content: quizXml('q', 'Q', item) }]);
    },
  },
  { what: 'a page with 500,000 tags', failure: null, name: 'a.imscc', make: () => withPage('<b>a</b>'.repeat(250_000)) },
  { what: 'a page whose tags are nested 200,000 times', failure: null, name: 'a.imscc', make: () => withPage('<div>'.repeat(200_000)) },
  { what: 'a page whose tags are nested 9,000 times', failure: null, name: 'a.imscc', make: () => withPage('<div>'.repeat(9000)) },
  {
    what: 'a page with a tag of 200,000 attributes',
    failure: null,
    name: 'a.imscc',
    make: () => withPage(`<p ${times(200_000, (index) => `a${index}`).join(' ')}>A</p>`),
  },
  { what: 'a page of open tags and comments', failure: null, name: 'a.imscc', make: () => withPage(`${'<a href="'.repeat(9000)}${'<!--'.repeat(100_000)}`) },
  ...(['<b>a</b>', '<div>', '<!--', '$$ \\[ '] as const).map((html) => ({
    what: `a question of 2.5 MB of ${html}`,
    failure: null,
    name: 'a.imscc',
    make: () => quiz(choiceItem('q', { a: html.repeat(100), b: 'B' }, html.repeat(2_500_000 / html.length))),
  })),
  ...(['<li>a</li>', '<ol><li>', '<a href="x">'] as const).map((html) => ({
    what: `a question of 9,000 times ${html}`,
    failure: null,
    name: 'a.imscc',
    make: () => quiz(choiceItem('q', { a: 'A', b: 'B' }, html.repeat(9000 / (html.split('<').length - 1)))),
  })),
  {
    what: 'a question of 5 MB of the marks of markdown',
    failure: null,
    name: 'a.imscc',
    make: () => quiz(choiceItem('q', { a: 'A', b: 'B' }, MARKS.repeat(200_000))),
  },
  {
    what: 'a description of 500,000 tags',
    failure: null,
    name: 'a.imscc',
    make: () =>
      zipOf([
        {
          name: 'imsmanifest.xml',
          content: `<manifest><metadata><lom><general><description><string>${'&lt;div&gt;'.repeat(500_000)}</string></description></general></lom></metadata><organizations/><resources><resource identifier="a" type="webcontent" href="a.html"/></resources></manifest>`,
        },
        { name: 'a.html', content: 'A' },
      ]),
  },
  {
    what: 'a discussion of 500,000 tags',
    failure: null,
    name: 'a.imscc',
    make: () =>
      cartridgeOf({
        items: [{ title: 'All', items: [{ title: 'Topic', ref: 'topic' }] }],
        resources: [{ id: 'topic', type: resourceType('discussion'), files: { 'topic.xml': topicXml('Topic', '<div>a'.repeat(300_000)) } }],
      }),
  },
  { what: 'GIFT with one question of 300,000 answers', failure: null, name: 'a.gift', make: () => Buffer.from(`Q {${'~a#f'.repeat(300_000)}=b}`) },
  { what: 'GIFT with tags nested a million times', failure: null, name: 'a.gift', make: () => Buffer.from(`[html]Q {=a ~${'<b>'.repeat(1_000_000)}}`) },
  {
    what: 'GIFT with 9 MB of open braces',
    failure: null,
    name: 'a.gift',
    make: () => Buffer.from(`Q {=a ~b}\n\n${'{'.repeat(4_500_000)}${'::'.repeat(2_000_000)}`),
  },
  { what: 'GIFT with 21,000 questions', failure: 'text_too_large', name: 'a.gift', make: () => Buffer.from('Q {=a ~b}\n\n'.repeat(21_000)) },
  {
    what: 'Aiken with a question of a million lines',
    failure: null,
    name: 'a.txt',
    make: () => Buffer.from(`Q\nA) a\nB) b\nANSWER: A\n${'Q\n'.repeat(1_000_000)}A) b\nANSWER: A\n`),
  },
  { what: 'Aiken with 300,000 questions', failure: 'too_complex', name: 'a.txt', make: () => Buffer.from('Q\nA) a\nB) b\nANSWER: A\n'.repeat(300_000)) },
  {
    what: 'Aiken with 300,000 choices of no question',
    failure: 'too_complex',
    name: 'a.txt',
    make: () => Buffer.from(`Q\nA) a\nB) b\nANSWER: A\n${'A) x\n\n'.repeat(300_000)}`),
  },
  { what: 'JSON of nested lists', failure: 'invalid', name: 'a.json', make: () => Buffer.from(`{"title":${'['.repeat(4_000_000)}${']'.repeat(4_000_000)}}`) },
  { what: 'JSON of five million values', failure: 'invalid', name: 'a.json', make: () => Buffer.from(`{"title":[${'1,'.repeat(4_900_000)}1]}`) },
];
