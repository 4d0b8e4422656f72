import { breakingChanges } from '../../scripts/contract/compare.ts';
import type { Document } from '../../scripts/contract/document.ts';
import { CONTRACT } from '../support/app.ts';

const before = JSON.parse(CONTRACT) as Document;
// biome-ignore lint/suspicious/noExplicitAny: a document that each case bends in its own way
type Bend = (document: any) => void;

const changed = (change: Bend): string[] => {
  const after = structuredClone(before);
  change(after);
  return breakingChanges(before, after);
};
const COURSES = '/api/v1/agent/courses/';

test('a contract breaks nothing of itself', () => {
  expect(breakingChanges(before, before)).toEqual([]);
});

test('additions that a client may ignore are no breaks', () => {
  expect(
    changed((document) => {
      document.paths['/api/v1/new/'] = document.paths['/api/v1/agent/whoami/'];
      document.components.schemas.Course.properties.extra = { type: 'string' };
      document.components.schemas.Course.required.push('extra');
      document.components.schemas.CourseWrite.properties.extra = { type: 'string' };
      document.components.schemas.CourseWrite.properties.title.maxLength = 300;
      document.components.schemas.CourseWrite.properties.level.enum.push('expert');
      document.components.schemas.WebhookEventType.enum.push('course.praised');
      document.webhooks['course.praised'] = document.webhooks['course.created'];
    }),
  ).toEqual([]);
});

test.each<[string, Bend, RegExp]>([
  ['an operation removed', (d) => delete d.paths[COURSES].post, /^POST \/api\/v1\/agent\/courses\/: removed/],
  ['an operation renamed', (d) => (d.paths[COURSES].get.operationId = 'x'), /operationId/],
  ['another scope', (d) => (d.paths[COURSES].get['x-scope'] = 'courses:edit'), /scope/],
  ['a body member required', (d) => d.components.schemas.CourseWrite.required.push('slug'), /body\.slug: is now required/],
  ['a body member gone', (d) => delete d.components.schemas.CourseWrite.properties.slug, /body\.slug: is gone/],
  ['a body bound tightened', (d) => (d.components.schemas.CourseWrite.properties.title.maxLength = 10), /body\.title: maxLength is now 10/],
  ['a body value refused', (d) => d.components.schemas.CourseWrite.properties.level.enum.pop(), /no longer takes advanced/],
  ['null refused', (d) => (d.components.schemas.CourseWrite.properties.category.type = 'integer'), /no longer takes null/],
  ['an answer member gone', (d) => delete d.components.schemas.Course.properties.slug, /20\d\.slug: is gone/],
  ['an answer member that may be missing', (d) => d.components.schemas.Course.required.shift(), /may now be missing/],
  ['an answer value that is new', (d) => d.components.schemas.Course.properties.level.enum.push('expert'), /may now be expert/],
  ['a parameter gone', (d) => d.paths[COURSES].get.parameters.pop(), /parameter \w+ is gone/],
  ['a parameter required', (d) => (d.components.parameters.IdempotencyKey.required = true), /Idempotency-Key is now required/],
  ['a media type gone', (d) => delete d.paths[COURSES].post.requestBody.content['multipart/form-data'], /multipart\/form-data is no longer taken/],
  ['an event removed', (d) => delete d.webhooks['course.created'], /^course\.created: removed/],
  ['an event member gone', (d) => delete d.components.schemas.MemberEvent.properties.role, /^member\.joined: body\.data\.role: is gone/],
  ['a content shape gone', (d) => d.components.schemas.LessonContent.anyOf.shift(), /no longer takes .*QuizContent/],
])('%s is a break', (_what, change, line) => {
  expect(changed(change)).toContainEqual(expect.stringMatching(line));
});
