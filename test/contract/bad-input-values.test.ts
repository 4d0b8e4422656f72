import { startTestApp, type TestApp } from '../support/app.ts';
import { newOrganisation } from '../support/organisation.ts';
import { Client } from './bad-input/client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a value that becomes too long when it is normalized is rejected with an error on its field', async () => {
  const language = 'sh-x-aaaaaaaa-aaaaaaaa-aaaaaaaa-aaa';
  const org = await newOrganisation(app);
  const course = await org.newCourse();
  const chapter = await org.newChapter(course.id);
  const lessons = `courses/${course.id}/chapters/${chapter.id}/lessons/`;
  const captions = [{ language, url: 'https://example.org/a.vtt' }];
  const answers = [
    await org.call('post', 'courses/', { title: 'T', language }),
    await org.call('patch', `courses/${course.id}/`, { language }),
    await org.call('patch', 'org-settings/', { language }),
    await org.call('post', lessons, { title: 'T', content_type: 'video', content: { source: 'vimeo', url: 'https://vimeo.com/76979871', captions } }),
    await org.call('post', lessons, { title: 'T', content: { format: 'html', body: '&'.repeat(100_000) } }),
    await org.call('post', lessons, { title: 'T', content: { format: 'html', body: '<a>'.repeat(10_000) } }),
  ];
  expect(answers.map(({ status, body }) => [status, body.errors?.[0]?.field])).toEqual([
    [400, 'language'],
    [400, 'language'],
    [400, 'language'],
    [400, 'content.captions.0.language'],
    [400, 'content.body'],
    [400, 'content.body'],
  ]);
});

test('an invalid IP address in X-Forwarded-For does not make a request fail', async () => {
  const org = await newOrganisation(app);
  for (const header of ['1.2.3.4', '::1', 'rubbish', 'unknown', '1.2.3.4:80', '[::1]:80', 'fe80::1%eth0', '']) {
    const { status } = await org.call('post', 'courses/', { title: 'T' }, { 'X-Forwarded-For': header });
    expect([header, status]).toEqual([header, 201]);
  }
});

test('URLs outside the API return 404 for malformed and unknown paths', async () => {
  const client = new Client(app.url);
  const statuses = await Promise.all(
    [
      '/problems/%zz',
      '/problems/%ff',
      '/problems/%',
      '/problems/%00',
      '/problems/__proto__',
      '/docs/reference/%zz',
      '/docs/reference/%00',
      '/docs/reference/..%2f..%2fpackage.json',
      '/%zz',
    ].map(async (path) => [path, (await client.send({ method: 'GET', path })).status]),
  );
  client.close();
  expect(statuses.filter(([, status]) => status !== 404)).toEqual([]);
});
