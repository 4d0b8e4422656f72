import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { type Discussed, newDiscussed, said } from '../../support/discussion.ts';
import { runTask } from '../../support/jobs.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { newSchool, type School } from '../../support/school.ts';
import { uploadFile } from '../../support/uploads.ts';

let app: TestApp;
let school: School;
let course: Discussed;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  course = await newDiscussed(app, school);
});
afterAll(() => app.close());

const upload = (who: { browser: School['browser'] }, text: string, file_name = 'notes.txt') =>
  uploadFile(who.browser, course.course.id, Buffer.from(text), { purpose: 'discussion', content_type: 'text/plain', file_name });

test('learners and staff attach files, which everybody who reads the post can open', async () => {
  const [author, other] = [await course.learner(), await course.learner()];
  const file = await upload(author, 'My notes');
  const topic = await course.topic(author, { upload_ids: [file.id] });
  expect(topic.files).toMatchObject([{ id: file.id, file_name: 'notes.txt', content_type: 'text/plain' }]);
  const { body } = await expectStatus(200, course.ask(other, 'get', `topics/${topic.id}/`));
  expect(await (await fetch(body.files[0].url)).text()).toBe('My notes');
  const reply = await course.reply(school, topic, { upload_ids: [(await upload(school, 'Of staff')).id] });
  expect((await course.replies(other, topic)).results).toMatchObject([{ id: reply.id, files: [{ file_name: 'notes.txt' }] }]);
  const stranger = (await uploadFile(school.browser, course.course.id, Buffer.from('%PDF-1.7\n'), { purpose: 'document' })).id;
  const attach = (who: typeof author, ids: string[]) => course.ask(who, 'post', 'topics/', { title: 'A topic', ...said('Hello'), upload_ids: ids });
  expect(await faultsOf(attach(author, [file.id]))).toEqual(['upload_ids.0 unknown']);
  expect(await faultsOf(attach(author, [stranger]))).toEqual(['upload_ids.0 unknown']);
  expect(await faultsOf(attach(other, [(await upload(author, 'Mine')).id]))).toEqual(['upload_ids.0 unknown']);
});

test('a file that a post uses cannot be deleted until it is removed from the post', async () => {
  const author = await course.learner();
  const file = await upload(author, 'A');
  const topic = await course.topic(author, { upload_ids: [file.id] });
  const path = `courses/${course.course.id}/uploads/${file.id}/`;
  const used = await expectStatus(409, author.browser.call('delete', path));
  expect(used.body).toMatchObject({ code: 'upload_in_use', used_by: { type: 'post', id: topic.id } });
  const second = await upload(author, 'B', 'second.txt');
  const { body } = await expectStatus(200, course.ask(author, 'patch', `topics/${topic.id}/`, { upload_ids: [second.id, file.id] }));
  expect(body.files.map(({ id }: { id: string }) => id)).toEqual([second.id, file.id]);
  await expectStatus(200, course.ask(author, 'patch', `topics/${topic.id}/`, { upload_ids: [second.id] }));
  await expectStatus(204, author.browser.call('delete', path));
});

test('strangers upload nothing for a discussion, and only kinds of files that people show each other', async () => {
  const author = await course.learner();
  const announce = (fields: object) =>
    author.browser.call('post', `courses/${course.course.id}/uploads/`, {
      purpose: 'discussion',
      file_name: 'a.zip',
      content_type: 'application/zip',
      size_bytes: 9,
      ...fields,
    });
  expect(await faultsOf(announce({}))).toEqual(['content_type not_allowed']);
  await app.database.pool.query('delete from enrollments where id = $1', [author.enrollmentId]);
  expect(await refusalOf(announce({ content_type: 'text/plain' }))).toEqual([403, 'not_enrolled']);
});

test('the data export contains attached files, and the erasure of their author deletes them where the post goes', async () => {
  const author = await course.learner();
  const file = await upload(author, 'Personal notes');
  const topic = await course.topic(author, { upload_ids: [file.id] });
  const files = await exportOf(app, author.browser);
  expect(files[`discussion-files/${topic.id}/1-notes.txt`]).toBe('Personal notes');
  await expectStatus(202, author.browser.call('post', 'me/delete/', { password: author.password }));
  await app.database.pool.query(`update users set deletion_due_at = '2020-01-01' where id = $1`, [author.id]);
  await runTask(app, 'erase_users');
  const { rows } = await app.database.pool.query('select id from storage_objects where id = $1', [file.id]);
  expect(rows).toEqual([]);
});
