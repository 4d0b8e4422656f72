import { readFileSync } from 'node:fs';
import type { OpenAPIV3_1 as O } from 'openapi-types';
import type { OperationId } from '../../generated/operations.ts';
import { merged } from '../../scripts/contract/closed.ts';
import { type Document, operationsOf, resolve, type Schema } from '../../scripts/contract/document.ts';
import { jsonText } from '../../src/http/json-text.ts';
import { orderOf } from '../../src/http/member-order.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { newOrganisation, type TestOrganisation } from '../support/organisation.ts';

const contract = JSON.parse(readFileSync('openapi.json', 'utf8')) as Document;

let app: TestApp;
let org: TestOrganisation;
beforeAll(async () => {
  app = await startTestApp();
  org = await newOrganisation(app);
});
afterAll(() => app.close());

interface Sample {
  id: string;
  status: number;
  schema: Schema;
  body: unknown;
}

/** The examples of all successful responses in JSON. */
const SAMPLES: Sample[] = operationsOf(contract).flatMap(({ operation: { operationId = '', responses = {} } }) =>
  Object.entries(responses).flatMap(([status, response]) => {
    const media = status.startsWith('2') ? resolve(contract, response).content?.['application/json'] : undefined;
    const bodies = Object.values(media?.examples ?? {}).map((example) => (resolve(contract, example) as O.ExampleObject).value);
    return bodies.map((body) => ({ id: operationId, status: Number(status), schema: media?.schema as Schema, body }));
  }),
);

/** Lists the objects whose members have another order than their schema, by their place. */
function disordered(schema: Schema, value: unknown, place = ''): string[] {
  if (value === null || typeof value !== 'object') return [];
  const whole = kindOf(schema, value);
  if (Array.isArray(value)) return value.flatMap((item, index) => disordered(whole.items as Schema, item, `${place}[${index}]`));
  const members = (whole.properties ?? {}) as Record<string, Schema>;
  const known = Object.keys(value).filter((name) => name in members);
  const wanted = Object.keys(members).filter((name) => known.includes(name));
  const inner = Object.entries(value).flatMap(([name, one]) => (members[name] ? disordered(members[name], one, `${place}.${name}`) : []));
  return known.join() === wanted.join() ? inner : [`${place}: ${known}`, ...inner];
}

function kindOf(schema: Schema, value: object): Schema {
  const whole = merged(contract, schema);
  const { propertyName = '', mapping = {} } = (whole.discriminator ?? {}) as { propertyName?: string; mapping?: Record<string, string> };
  const $ref = mapping[(value as Record<string, string>)[propertyName] ?? ''];
  if ($ref) return kindOf({ $ref }, value);
  const kinds = ((whole.anyOf ?? whole.oneOf ?? []) as Schema[]).filter(({ type }) => type !== 'null');
  return kinds.length === 1 ? kindOf(kinds[0] as Schema, value) : whole;
}

/** The same value with the members of every object in reverse. */
const reversed = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(reversed)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([name, member]) => [name, reversed(member)]),
        )
      : value;

test('the response of every operation lists its members in the order of the contract, in whatever order the domain returns them', async () => {
  const faults: string[] = [];
  for (const { id, status, schema, body } of SAMPLES) {
    const text = (await jsonText(reversed(body), orderOf(id as OperationId, status))).join('');
    expect(JSON.parse(text)).toEqual(body);
    faults.push(...disordered(schema, JSON.parse(text), `${id} ${status}`));
  }
  expect(SAMPLES.length).toBeGreaterThan(300);
  expect(faults).toEqual([]);
});

test('a long list has the same order', async () => {
  const { schema, body } = SAMPLES.find(({ id }) => id === 'listMembers') as Sample;
  const { results, ...envelope } = body as { results: unknown[] };
  const long = reversed({ ...envelope, results: Array(50).fill(results[0]) });
  expect(disordered(schema, JSON.parse((await jsonText(long, orderOf('listMembers', 200))).join('')))).toEqual([]);
});

test('courses, whose JSON the database makes, have this order, too, and so have the responses in a batch', async () => {
  await org.call('post', 'courses/', { title: 'T', sales_page_blocks: [{ type: 'text' }] });
  const { body: list } = await org.call('get', 'courses/');
  const place = `courses/${list.results[0].id}/`;
  const operations = [{ operation: 'listAgentCourses' }, { operation: 'getAgentCourse', path: { id: list.results[0].id } }];
  const { body: batch } = await org.call('post', 'batch/', { operations });
  const schemaOf = (id: string) => SAMPLES.find((sample) => sample.id === id)?.schema as Schema;
  expect(disordered(schemaOf('listAgentCourses'), list)).toEqual([]);
  expect(disordered(schemaOf('getAgentCourse'), (await org.call('get', place)).body)).toEqual([]);
  expect(disordered(schemaOf('listAgentCourses'), batch.results[0].body)).toEqual([]);
  expect(disordered(schemaOf('getAgentCourse'), batch.results[1].body)).toEqual([]);
});

test('the objects in an error have this order, too, such as the lesson that has changed meanwhile', async () => {
  const course = await org.newCourse();
  const chapter = await org.newChapter(course.id);
  const lesson = await org.newLesson(course.id, chapter.id, {
    content_type: 'quiz',
    content: { questions: [{ correct: true, prompt: 'Right?', type: 'true_false' }] },
  });
  const place = `courses/${course.id}/chapters/${chapter.id}/lessons/${lesson.id}/`;
  const { status, body } = await org.call('patch', place, { title: 'T', updated_at: '2026-01-31T00:00:00.000Z' });
  expect([status, disordered({ $ref: '#/components/schemas/StaleLessonProblem' }, body)]).toEqual([409, []]);
});
