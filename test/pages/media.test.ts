import { asWebVtt } from '../../src/pages/learner/lessons/captions.ts';
import { publicFetch } from '../../src/platform/fetch/public-fetch.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, expectStatus } from '../support/browser.ts';
import { newEnrolled } from '../support/learner.ts';
import type { Row } from '../support/organisation.ts';
import { docx, pdf } from '../support/sample-files.ts';
import { newSchool, type School } from '../support/school.ts';
import { uploadFile } from '../support/uploads.ts';
import { CERTIFICATE, startWebServer, type WebServer } from '../support/web-server.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const SRT = '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500 X1:0\r\nHello --> <b>you</b>\r\n\r\n2\r\n1:02:03,004 --> 01:02:04,000\r\nGoodbye\r\n';

let server: WebServer;
let app: TestApp;
let school: School;
beforeAll(async () => {
  server = await startWebServer(
    (req, res) => {
      if (req.url === '/a.srt') res.end(SRT);
      else if (req.url === '/a.vtt') res.end('WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n');
      else if (req.url === '/large.srt') res.end(SRT.repeat(20_000));
      else if (req.url === '/page.html') res.end('<script>x()</script>');
      else res.writeHead(404).end();
    },
    { tls: true },
  );
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  app = await startTestApp((services) => ({
    ...services,
    ports: { ...services.ports, publicFetch: publicFetch({ addresses: ['127.0.0.1'], ca: CERTIFICATE, resolve }) },
  }));
  school = await newSchool(app);
});
afterAll(async () => {
  await app.close();
  await server.close();
});

async function newCourse(make: (course: Row) => object | Promise<object>) {
  const course = await school.newCourse({ title: 'Botany', status: 'published' });
  const chapter = await school.newChapter(course.id);
  const lesson = await school.newLesson({ title: 'Oaks', ...(await make(course)) }, chapter);
  return { course, url: `/learn/${course.slug}/${lesson.id}`, at: `?organisation=${school.organisation.subdomain}` };
}

/** Uploads a document, and returns the content of a lesson that shows it. */
async function documentOf(courseId: string, bytes: Buffer, announced: object) {
  const upload = await uploadFile(school.browser, courseId, bytes, { purpose: 'document', ...announced });
  const { body } = await expectStatus(201, school.browser.call('post', `courses/${courseId}/documents/`, { upload_id: upload.id }));
  return { content_type: 'document', content: { source: 'upload', document_id: body.id } };
}

test('captions in SRT and WebVTT are served as WebVTT from here, to those who may see the video, and nothing else is', async () => {
  const names = ['a.srt', 'a.vtt', 'large.srt', 'page.html', 'missing.vtt'];
  const languages = ['en', 'de', 'es', 'fr', 'pt'];
  const captions = names.map((name, index) => ({ url: `https://pictures.example.org:${server.port}/${name}`, language: languages[index] }));
  const { course, url, at } = await newCourse(() => ({ content_type: 'video', content: { source: 'file', url: 'https://cdn.example.org/oak.mp4', captions } }));
  const { browser } = await newEnrolled(app, school, course.id);
  const page = (await browser.open(url + at)).text;
  expect(page).toContain(`<track src="${url}/captions/0${at}" kind="subtitles" srclang="en" label="English" default>`);
  const first = await browser.open(`${url}/captions/0${at}`);
  expect([first.status, first.headers['content-type'], first.headers['x-content-type-options']]).toEqual([200, expect.stringMatching(/^text\/vtt/), 'nosniff']);
  expect(first.text).toBe('WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nHello → <b>you</b>\n\n2\n01:02:03.004 --> 01:02:04.000\nGoodbye\n');
  expect((await browser.open(`${url}/captions/1${at}`)).text).toContain('00:01.000 --> 00:02.000\nHi');
  for (const number of [2, 3, 4, 5, 99, 'x', '-1']) expect((await browser.open(`${url}/captions/${number}${at}`)).status).toBe(404);
  expect((await new Browser(app).open(`${url}/captions/0${at}`)).status).toBe(404);
});

test('captions of old programs are read in their own letters, and what is neither SRT nor WebVTT is none', () => {
  expect(asWebVtt(Buffer.from('00:01,000 --> 00:02,000\nCaf\xe9', 'latin1'))).toBe('WEBVTT\n\n00:01.000 --> 00:02.000\nCafé\n');
  for (const other of ['', 'WEBVTTX', '<html>', '1\n00:01 --> 00:02\nx']) expect(asWebVtt(Buffer.from(other))).toBeNull();
});

test('a PDF of the course is shown in a frame from the content origin, in parts, without a sandbox, and beside it are links to open and download it', async () => {
  const { course, url, at } = await newCourse(({ id }) => documentOf(id, pdf('the oak'), { file_name: 'The "oak".pdf', content_type: 'application/pdf' }));
  const { browser } = await newEnrolled(app, school, course.id);
  const { text, headers } = await browser.open(url + at);
  const frame = /<iframe class="frame" src="([^"]+)" title="[^"]+" height="720"><\/iframe>/.exec(text)?.[1] ?? '';
  expect(headers['content-security-policy']).toContain(`frame-src ${new URL(frame).origin};`);
  expect(new URL(frame).host).not.toBe(new URL(app.url).host);
  expect(text).toMatch(/>Open The &quot;oak&quot;\.pdf<.*download="The &quot;oak&quot;\.pdf"/s);
  const whole = await fetch(frame);
  expect([whole.status, whole.headers.get('content-type'), whole.headers.get('x-content-type-options'), whole.headers.get('content-security-policy')]).toEqual([
    200,
    'application/pdf',
    'nosniff',
    null,
  ]);
  expect(whole.headers.get('content-disposition')).toMatch(/^inline; filename/);
  expect(await whole.text()).toContain('the oak');
  const part = await fetch(frame, { headers: { Range: 'bytes=0-3' } });
  expect([part.status, await part.text()]).toEqual([206, '%PDF']);
  expect((await fetch(frame.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(404);
  app.clock.advance(8 * 3_600_000);
  expect((await fetch(frame)).status).toBe(404);
});

test('nothing but a PDF is put in a frame', async () => {
  const { course, url, at } = await newCourse(async ({ id }) => documentOf(id, await docx(), { file_name: 'oak.docx', content_type: WORD }));
  const { browser } = await newEnrolled(app, school, course.id);
  const { text } = await browser.open(url + at);
  expect(text).toContain('>Open oak.docx<');
  expect(text).not.toContain('<iframe');
});
