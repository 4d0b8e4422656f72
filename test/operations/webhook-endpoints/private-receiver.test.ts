import { publicPost } from '../../../src/platform/fetch/public-post.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { newSchool } from '../../support/school.ts';
import { startWebServer, type WebServer } from '../../support/web-server.ts';

let app: TestApp;
let receiver: WebServer;
let deliveries = 0;
beforeAll(async () => {
  receiver = await startWebServer((_req, res) => {
    deliveries++;
    res.writeHead(204).end();
  });
  app = await startTestApp(withPorts({ allowPrivateWebhooks: true, publicPost: publicPost({ allowPrivate: true }) }));
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

test('in development, webhooks can be received on the same machine over http', async () => {
  const { browser } = await newSchool(app);
  const hook = { url: `${receiver.url}/hook`, event_types: ['course.created'] };
  await expectStatus(201, browser.call('post', 'integrations/webhooks/', hook));
  await app.mailbox.runJobs();
  expect(deliveries).toBe(1);
});

test('even in development, the URL of a webhook must not contain credentials or another scheme', async () => {
  const { browser } = await newSchool(app);
  const create = (url: string) => browser.call('post', 'integrations/webhooks/', { url, event_types: ['course.created'] });
  for (const url of ['http://user:secret@localhost/hook', 'ftp://localhost/hook'])
    expect((await create(url)).body.errors).toMatchObject([{ field: 'url', code: 'not_public' }]);
});
