import { app, browser, create, receiver, useReceiver } from '../../operations/webhook-endpoints/endpoint-tools.ts';
import { expectStatus } from '../../support/browser.ts';

useReceiver();

test('without tracing, jobs and webhooks carry no trace', async () => {
  await expectStatus(201, create());
  browser.headers.traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await expectStatus(201, browser.call('post', 'courses/', { title: 'A course' }));
  const { rows } = await app.database.pool.query("select from graphile_worker._private_jobs where payload::text like '%traceparent%'");
  expect(rows).toEqual([]);
  await app.mailbox.runJobs();
  expect(receiver.received.filter(({ headers }) => 'traceparent' in headers)).toEqual([]);
});
