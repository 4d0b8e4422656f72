import { spawnSync } from 'node:child_process';
import { breakingChanges } from '../../scripts/contract/compare.ts';
import type { Document, Schema } from '../../scripts/contract/document.ts';
import { flat } from '../../scripts/contract/flat.ts';
import { releasedForm } from '../../scripts/contract/released.ts';
import { CONTRACT } from '../support/app.ts';

const COURSES = '/api/v1/agent/courses/';
const COMPARED = [COURSES, '/api/v1/me/orders/', '/api/v1/agent/whoami/', '/api/v1/me/courses/{course_pk}/certificate/'];
const whole = JSON.parse(CONTRACT) as Document;
/** What is compared in most cases: the operations that these change. */
const contract: Document = {
  ...whole,
  paths: Object.fromEntries(Object.entries(whole.paths ?? {}).filter(([path]) => COMPARED.some((start) => path.startsWith(start)))),
};
const released = releasedForm(contract);
// biome-ignore lint/suspicious/noExplicitAny: a document that each case changes in its own way
type Bend = (document: any) => void;

const changed = (change: Bend): string[] => {
  const after = structuredClone(contract);
  change(after);
  return breakingChanges(released, after);
};

test('`make breaking` fails if there is no release to compare with', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/check-breaking.ts', '/nowhere/released.json'], { encoding: 'utf8' });
  expect([status, stderr.trim()]).toEqual([1, '/nowhere/released.json is missing; `make release` writes it']);
});

test('a release keeps all properties, also those that are called description, and no descriptions', () => {
  const { properties } = released.components.schemas.CourseWrite as { properties: Record<string, object> };
  expect(Object.keys(properties)).toEqual(Object.keys((contract.components.schemas.CourseWrite as { properties: object }).properties));
  expect(Object.values(properties).filter((schema) => 'description' in schema)).toEqual([]);
});

test('an unchanged contract has no breaking changes', () => {
  expect(breakingChanges(releasedForm(whole), whole)).toEqual([]);
});

test('additions that a client can ignore are not breaking changes', () => {
  expect(
    changed((document) => {
      document.paths['/api/v1/new/'] = document.paths['/api/v1/agent/whoami/'];
      document.paths['/api/v1/me/orders/'].get.security.push({});
      document.components.schemas.Course.properties.extra = { type: 'string' };
      document.components.schemas.Course.required.push('extra');
      document.components.schemas.CourseEventData.properties.extra = { type: 'string' };
      document.components.schemas.CourseWrite.properties.extra = { type: 'string' };
      document.components.schemas.CourseWrite.properties.title.maxLength = 300;
      document.components.schemas.CopyTone.enum.push('poetic');
      document.components.schemas.WebhookEventType.enum.push('course.praised');
      document.webhooks['course.praised'] = document.webhooks['course.created'];
    }),
  ).toEqual([]);
});

test('a further code of an existing error is not a breaking change, also if the error had only one code before', () => {
  expect(
    changed((document) => {
      document.components.responses.Forbidden = document.components.responses.ForbiddenOrCourseLimit;
      document.components.responses.NotFound.content['application/problem+json'].schema = { $ref: '#/components/schemas/Problem' };
      document.components.responses.StaleLesson.content['application/problem+json'].schema = {
        anyOf: [{ $ref: '#/components/schemas/StaleLessonProblem' }, { $ref: '#/components/schemas/Problem' }],
      };
    }),
  ).toEqual([]);
});

test('a shape that becomes a choice still accepts what it did, if the choice may be left out', () => {
  const choose = (kind: string, required: string[]) => (d: Parameters<Bend>[0]) => {
    const { schemas } = d.components;
    schemas.FirstWrite = schemas.CourseWrite;
    schemas.CourseWrite = {
      type: 'object',
      required,
      oneOf: [{ $ref: '#/components/schemas/FirstWrite' }],
      [kind]: { propertyName: 'kind', mapping: { first: '#/components/schemas/FirstWrite' } },
    };
  };
  expect(changed(choose('x-optional-discriminator', []))).toEqual([]);
  expect(changed(choose('discriminator', ['kind']))).toContainEqual(expect.stringMatching(/kind: is now required/));
});

test('a body that becomes a union of objects still accepts what its members were, and no other', () => {
  const before = releasedForm(contract);
  before.components.schemas.LessonWrite = flat(before, before.components.schemas.LessonWrite as Schema);
  expect(breakingChanges(before, contract)).toEqual([]);
  const after = structuredClone(contract);
  (after.components.schemas.LessonWriteBase as { properties: Record<string, unknown> }).properties.title = { type: 'string', maxLength: 10 };
  expect(breakingChanges(before, after)).toContainEqual(expect.stringMatching(/body\.title: maxLength is now 10/));
});

test('a response that becomes a union of objects is read as before, unless a kind of it lacks something', () => {
  const before = releasedForm(contract);
  before.components.schemas.CertificateCondition = flat(before, before.components.schemas.CertificateCondition as Schema);
  expect(breakingChanges(before, contract)).toEqual([]);
  const after = structuredClone(contract);
  delete (after.components.schemas.NameCondition as { properties: Record<string, unknown> }).properties.actual;
  expect(breakingChanges(before, after)).toContainEqual(expect.stringMatching(/conditions\[\]\.actual: was removed/));
});

test.each<[string, Bend, RegExp]>([
  ['a removed operation', (d) => delete d.paths[COURSES].post, /^POST \/api\/v1\/agent\/courses\/: removed/],
  ['a renamed operation', (d) => (d.paths[COURSES].get.operationId = 'x'), /operationId/],
  ['another scope', (d) => (d.paths[COURSES].get['x-scope'] = 'courses:edit'), /scope/],
  ['a newly required body field', (d) => d.components.schemas.CourseWrite.required.push('slug'), /body\.slug: is now required/],
  ['a removed body field', (d) => delete d.components.schemas.CourseWrite.properties.slug, /body\.slug: was removed/],
  ['a tighter bound of a body field', (d) => (d.components.schemas.CourseWrite.properties.title.maxLength = 10), /body\.title: maxLength is now 10/],
  ['a body value that is no longer allowed', (d) => d.components.schemas.CourseLevel.enum.pop(), /no longer accepts advanced/],
  ['null that is no longer allowed', (d) => (d.components.schemas.CourseWrite.properties.category.type = 'integer'), /no longer accepts null/],
  ['a removed response field', (d) => delete d.components.schemas.Course.properties.slug, /20\d\.slug: was removed/],
  ['a response field that may be missing', (d) => d.components.schemas.Course.required.shift(), /may now be missing/],
  ['a new response value', (d) => d.components.schemas.CourseLevel.enum.push('expert'), /may now be expert/],
  [
    'another constant in a response',
    (d) => (d.components.schemas.QuizLesson.allOf[1].properties.content_type.const = 'test'),
    /content_type: enum may now be test/,
  ],
  ['a removed parameter', (d) => d.paths[COURSES].get.parameters.pop(), /parameter \w+ was removed/],
  ['a newly required parameter', (d) => (d.components.parameters.IdempotencyKey.required = true), /Idempotency-Key is now required/],
  ['a removed media type', (d) => delete d.paths[COURSES].post.requestBody.content['multipart/form-data'], /multipart\/form-data is no longer accepted/],
  ['a removed event', (d) => delete d.webhooks['course.created'], /^course\.created: removed/],
  ['a removed event field', (d) => delete d.components.schemas.MemberEventData.properties.role, /^member\.joined: body\.data\.role: was removed/],
  ['a body that is closed', (d) => (d.components.schemas.CourseWrite.additionalProperties = false), /body: no longer accepts unknown members/],
  ['a new kind of lesson', (d) => d.components.schemas.Lesson.oneOf.push({ $ref: '#/components/schemas/Course' }), /may now be .*Course/],
  ['a removed field of every kind of lesson', (d) => delete d.components.schemas.LessonBase.properties.title, /\.title: was removed/],
  ['a removed content shape', (d) => d.components.schemas.LessonContent.anyOf.shift(), /no longer accepts .*QuizContent/],
])('%s is a breaking change', (_what, change, line) => {
  expect(changed(change)).toContainEqual(expect.stringMatching(line));
});
