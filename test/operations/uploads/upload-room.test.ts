import { expectStatus } from '../../support/browser.ts';
import { pdf } from '../../support/sample-files.ts';
import { putBytes } from '../../support/uploads.ts';

import { announce, announced, app, bring, complete, get, HOUR, keys, leave, school, upload, uploads, usage, useSchool } from './school-uploads.ts';

useSchool();

describe('storage space', () => {
  test('is reserved for an announced upload for an hour and free again after that', async () => {
    await leave(1000);
    const first = await announced({ size_bytes: 600 });
    expect(await announce({ size_bytes: 401 })).toMatchObject({ status: 403, body: { code: 'storage_limit', detail: 'Only 400 bytes of storage are left.' } });
    await announced({ size_bytes: 400 });
    expect(await usage()).toMatchObject({ in_flight_bytes: 1000, object_count: 0 });
    app.clock.advance(HOUR);
    expect(await usage()).toMatchObject({ in_flight_bytes: 0 });
    await announced({ size_bytes: 1000 });
    await expectStatus(404, get(first.id));
  });

  test('is freed when an upload is deleted', async () => {
    await leave(1000);
    const { id } = await announced({ size_bytes: 1000 });
    await expectStatus(403, announce({ size_bytes: 1 }));
    await expectStatus(204, school.browser.call('delete', `${uploads}${id}/`));
    await expectStatus(404, school.browser.call('delete', `${uploads}${id}/`));
    await announced({ size_bytes: 1000 });
  });

  test('is given only to as many concurrent uploads as fit', async () => {
    await leave(1000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => announce({ size_bytes: 250 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(4).fill(201), ...Array(6).fill(403)]);
  });

  test('is checked again on completion, and an upload that no longer fits can be completed later', async () => {
    const bytes = pdf();
    const { id } = await bring(bytes);
    await leave(bytes.length - 1);
    expect(await complete(id)).toMatchObject({ status: 403, body: { code: 'storage_limit' } });
    await expectStatus(204, school.browser.call('delete', 'qa/me/storage-ballast/'));
    expect((await complete(id)).body.status).toBe('ready');
    await leave(0);
    const answers = await Promise.all([complete(id), complete(id)]);
    expect(answers.map(({ body }) => body.status)).toEqual(['ready', 'ready']);
  });

  test('for one file is enough for concurrent completions of that file', async () => {
    const bytes = pdf();
    await leave(bytes.length);
    const { id } = await bring(bytes);
    const answers = await Promise.all(Array.from({ length: 5 }, () => complete(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  });

  test('is increased by add-ons', async () => {
    await leave(0);
    await expectStatus(403, announce({ size_bytes: 1 }));
    await app.database.pool.query(
      'insert into storage_addons (organisation_id, id, size_bytes) values ($1, gen_random_uuid(), 50), ($1, gen_random_uuid(), 50)',
      [school.organisation.id],
    );
    await expectStatus(403, announce({ size_bytes: 101 }));
    await expectStatus(201, announce({ size_bytes: 100 }));
  });
});

describe('the cleanup of uploads', () => {
  test('deletes uploads whose hour is over, with the bytes that arrived, and no others', async () => {
    const late = await bring(pdf('late'));
    app.clock.advance(HOUR);
    const waiting = await bring(pdf('waiting'));
    const ready = await upload(pdf('ready'));
    await app.database.pool.query(`select graphile_worker.add_job('forget_expired_uploads', '{}')`);
    await app.mailbox.runJobs();
    await app.mailbox.runJobs();
    const { rows } = await app.database.pool.query('select id from storage_objects where organisation_id = $1 order by id', [school.organisation.id]);
    expect(rows.map(({ id }) => id)).toEqual([waiting.id, ready.id]);
    expect((await keys()).some((key) => key.endsWith(late.id))).toBe(false);
    expect(await keys()).toHaveLength(2);
  });

  test('deletes bytes that arrive after their upload was deleted', async () => {
    const pending = await announced({ size_bytes: 5 });
    await expectStatus(204, school.browser.call('delete', `${uploads}${pending.id}/`));
    await app.mailbox.runJobs();
    expect((await putBytes(pending, Buffer.from('12345'))).status).toBe(200);
    await app.database.pool.query(`update graphile_worker._private_jobs set run_at = now()`);
    await app.mailbox.runJobs();
    expect(await keys()).toEqual([]);
  });

  test('deletes the files of a deleted organisation', async () => {
    await upload(pdf());
    expect(await keys()).not.toEqual([]);
    const { rows } = await app.database.pool.query('select email from users where id = (select created_by from organisations where id = $1)', [
      school.organisation.id,
    ]);
    await expectStatus(204, school.browser.call('delete', `qa/signup-email/?email=${encodeURIComponent(rows[0].email)}`));
    await app.mailbox.runJobs();
    expect(await keys()).toEqual([]);
  });
});
