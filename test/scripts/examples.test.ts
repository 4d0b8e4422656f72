import type { Document } from '../../scripts/contract/document.ts';
import { addExamples } from '../../scripts/contract/examples.ts';
import { CONTRACT } from '../support/app.ts';

const contract = JSON.parse(CONTRACT);
// biome-ignore lint/suspicious/noExplicitAny: a document that each test changes in its own way
type Bend = (document: any) => void;

const missing = (change: Bend): string[] => {
  const document = structuredClone(contract);
  change(document);
  return addExamples(document as Document);
};
const lessons = '/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/';

test('every request, successful response and event with a JSON body has an example', () => {
  const bodies = [
    ...Object.values<Record<string, Row>>(contract.paths).flatMap((path) =>
      Object.values(path).flatMap(({ requestBody, responses = {} }) => [requestBody, ...successes(responses)]),
    ),
    ...Object.values<Row>(contract.webhooks).map(({ post }) => post.requestBody),
  ];
  const media = bodies.flatMap((body) => body?.content?.['application/json'] ?? []);
  expect(media.length).toBeGreaterThan(150);
  expect(media.filter(({ examples }) => !examples || Object.keys(examples).length === 0)).toEqual([]);
});

test('a lesson to create has a named example of each of the six kinds, and of a quiz with each of the eight kinds of question', () => {
  const { examples } = contract.paths[lessons].post.requestBody.content['application/json'];
  expect(Object.keys(examples)).toEqual(expect.arrayContaining(['quiz', 'lesson', 'video', 'document', 'assignment', 'embed']));
  const questions = Object.keys(examples).filter((name) => /^quiz(_|$)/.test(name));
  const kinds = questions.map((name) => contract.components.examples[`LessonWrite.${name}`].value.content.questions[0].type);
  expect(kinds).toEqual(['single', 'multiple', 'true_false', 'short_text', 'numeric', 'essay', 'matching', 'ordering']);
});

test('a lesson in a response has a named example of each of the six kinds', () => {
  const { examples } = contract.paths[`${lessons}{id}/`].get.responses[200].content['application/json'];
  expect(Object.keys(examples)).toEqual(['quiz', 'lesson', 'video', 'document', 'assignment', 'embed']);
});

test('composing the examples again changes nothing', () => {
  const document = structuredClone(contract);
  expect(addExamples(document)).toEqual([]);
  expect(document.components.examples).toEqual(contract.components.examples);
});

test('a field of which nobody knows an example is reported once, with its schema and an operation that needs it', () => {
  const faults = missing(({ components }) => {
    components.schemas.Branding.properties.motto = { type: 'string', maxLength: 100 };
  });
  expect(faults).toEqual([expect.stringMatching(/^the response 201 of setUpService: Branding\.motto has no example/)]);
});

test('a request that requires no field is reported if its schema has no example', () => {
  const faults = missing(({ components }) => {
    delete components.schemas.PatchedCourse.examples;
    for (const property of Object.values<Row>(components.schemas.PatchedCourse.properties)) delete property.examples;
  });
  expect(faults).toEqual([expect.stringMatching(/^the request of updateAgentCourse: PatchedCourse requires no field/)]);
});

// biome-ignore lint/suspicious/noExplicitAny: parts of the contract
type Row = Record<string, any>;
const successes = (responses: Row): Row[] => Object.keys(responses).flatMap((status) => (status.startsWith('2') ? [responses[status]] : []));
