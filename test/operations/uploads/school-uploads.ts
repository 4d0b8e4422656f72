import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { storedKeys } from '../../support/files.ts';
import { newSchool, type School } from '../../support/school.ts';
import { type Announced, bringFile, uploadFile } from '../../support/uploads.ts';

export const HOUR = 3600_000;
export const PDF = { purpose: 'document', file_name: 'a file.pdf', content_type: 'application/pdf' } as const;

export let app: TestApp;
export let school: School;
/** The path of the uploads of the school's course. */
export let uploads: string;

/** Creates a separate school for each test in a file. */
export function useSchool(): void {
  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(async () => {
    school = await newSchool(app);
    uploads = `courses/${school.courseId}/uploads/`;
  });
  afterAll(() => app.close());
}

export const announce = (fields: Announced = {}) => school.browser.call('post', uploads, { ...PDF, size_bytes: 100, ...fields });
export const announced = async (fields: Announced = {}) => (await expectStatus(201, announce(fields))).body;
export const complete = (id: string) => school.browser.call('post', `${uploads}${id}/complete/`);
export const get = (id: string) => school.browser.call('get', `${uploads}${id}/`);
export const bring = (bytes: Buffer, fields: Announced = {}) => bringFile(school.browser, school.courseId, bytes, fields);
export const upload = (bytes: Buffer, fields: Announced = {}) => uploadFile(school.browser, school.courseId, bytes, fields);
export const usage = async () => (await expectStatus(200, school.browser.call('get', 'storage/usage/'))).body;
export const keys = async (id = school.organisation.id) => (await storedKeys(app, '')).filter((key) => key.includes(id));
/** Leaves this many bytes of the plan free. */
export async function leave(bytes: number) {
  await app.database.pool.query(`update platform_subscriptions set plan_id = 'free' where organisation_id = $1`, [school.organisation.id]);
  await expectStatus(201, school.browser.call('post', 'qa/me/storage-ballast/', { size_bytes: 1024 ** 3 - bytes }));
}
