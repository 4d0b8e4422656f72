import type { TestApp } from './app.ts';
import { type Browser, expectStatus, newUser } from './browser.ts';
import type { School } from './school.ts';

export type AccessCodes = ReturnType<typeof accessCodes>;

/** What the staff of a school do with the access codes of its course, and who redeems them. */
export function accessCodes(app: TestApp, { browser, courseId, organisation }: School) {
  const path = `courses/${courseId}/codes/`;
  const create = (body: object = {}) => browser.call('post', path, body);
  return {
    path,
    create,
    made: async (body: object = {}) => (await expectStatus(201, create(body))).body as { id: string; codes: [string, ...string[]] },
    list: async (query = '') => (await expectStatus(200, browser.call('get', `${path}${query}`))).body,
    patch: (id: string, body: object) => browser.call('patch', `${path}${id}/`, body),
    revoke: (id: string) => browser.call('delete', `${path}${id}/`),
    /** Signs up somebody who is not a member of the organisation, in a browser that visits it. */
    newVisitor: async (): Promise<Browser> => {
      const visitor = await newUser(app);
      visitor.browser.headers['X-Organisation'] = organisation.id;
      return visitor.browser;
    },
  };
}

export const redeem = (browser: Browser, code: string) => browser.call('post', 'courses/redeem/', { code });
