import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { takesAtMost } from '../support/bound.ts';

takesAtMost(200);

/** A copy of the project that the test may change. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lms-scaffold-'));
  for (const name of ['openapi.json', 'package.json', 'tsconfig.json', '.biome.json', 'scripts', 'src', 'generated', 'migrations', 'test'])
    cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...command: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};

const text = (description: string, example: string) => ({ type: 'string', minLength: 1, maxLength: 200, description, examples: [example] });
const json = (schema: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } });
const marks = { tags: ['Courses'], security: [{ cookieAuth: [] }], 'x-access': 'creator', 'x-addition': 'Made up by a test.' };
const parameters = ['CoursePk', 'Page', 'PageSize'].map((name) => ({ $ref: `#/components/parameters/${name}` }));

const SCHEMAS = {
  CourseNoteWrite: {
    type: 'object',
    additionalProperties: false,
    required: ['text'],
    properties: { text: text('The text of the note.', 'Ask for feedback.') },
    description: 'A note of the staff.',
  },
  CourseNote: {
    type: 'object',
    required: ['id', 'text'],
    properties: { id: { type: 'string', format: 'uuid', description: 'The note.' }, text: text('The text of the note.', 'Ask for feedback.') },
    description: 'A note of the staff.',
  },
  CourseNoteList: {
    type: 'object',
    required: ['count', 'next', 'previous', 'results'],
    properties: {
      count: { type: 'integer', minimum: 0, maximum: 1_000_000, description: 'Number of notes.' },
      next: { type: ['string', 'null'], format: 'uri', maxLength: 4096, description: 'The next page.' },
      previous: { type: ['string', 'null'], format: 'uri', maxLength: 4096, description: 'The previous page.' },
      results: { type: 'array', maxItems: 200, items: { $ref: '#/components/schemas/CourseNote' }, description: 'The notes.' },
    },
    description: 'One page of notes.',
  },
};

const PATH = {
  get: {
    operationId: 'listCourseNotes',
    summary: 'List the notes of a course',
    description: 'Lists the notes of the staff, oldest first.',
    ...marks,
    parameters,
    responses: { 200: { description: 'One page.', content: json('CourseNoteList') } },
  },
  post: {
    operationId: 'createCourseNote',
    summary: 'Create a note of a course',
    description: 'Creates a note of the staff.',
    ...marks,
    parameters: parameters.slice(0, 1),
    requestBody: { required: true, description: 'The note.', content: json('CourseNoteWrite') },
    responses: { 201: { description: 'The note.', content: json('CourseNote') }, 409: {} },
  },
};

test('operations that are described in the contract and scaffolded are generated with examples, errors and types, and compile', () => {
  const file = join(folder, 'openapi.json');
  const contract = JSON.parse(readFileSync(file, 'utf8'));
  Object.assign(contract.components.schemas, SCHEMAS);
  contract.paths['/api/v1/courses/{course_pk}/notes/'] = PATH;
  writeFileSync(file, JSON.stringify(contract));

  expect(run('scripts/generate.ts')).toEqual({ status: 1, output: expect.stringContaining('src/operations/courses/createCourseNote.ts is missing') });
  for (const operation of ['listCourseNotes', 'createCourseNote'])
    expect(run('scripts/scaffold.ts', operation, 'studio/courses')).toEqual({ status: 0, output: expect.stringContaining(`${operation}.ts`) });
  const generated = run('scripts/generate.ts');
  expect(generated).toEqual({ status: 0, output: expect.stringContaining('createCourseNote: declares the status 409') });

  const { paths, components } = JSON.parse(readFileSync(file, 'utf8'));
  const { get, post } = paths['/api/v1/courses/{course_pk}/notes/'];
  expect(post.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
  expect(post.requestBody.content['application/json'].examples).toBeDefined();
  expect(post.responses[403]).toEqual({ $ref: '#/components/responses/SessionForbidden' });
  expect(post.responses[409]).toEqual({ $ref: '#/components/responses/SessionConflict' });
  expect(components.examples.CourseNoteList.value.results).toHaveLength(1);
  expect(Object.keys(get.responses)).toEqual(expect.arrayContaining(['200', '400', '401', '403', '404', '429', '500', '503']));
  expect(run('node_modules/typescript-native/bin/tsc').output).toBe('');

  expect(run('scripts/generate.ts', '--check')).toEqual({ status: 1, output: expect.stringContaining('createCourseNote: declares the status 409') });
  const domain = join(folder, 'src/domain/studio/courses/create-course-note.ts');
  const stub = readFileSync(domain, 'utf8').replace("new Error('createCourseNote is not implemented yet.')", "new DomainError('hero_limit', 'Too many.')");
  writeFileSync(domain, `import { DomainError } from '../../kernel/errors.ts';\n${stub}`);
  expect(run('scripts/generate.ts')).toEqual({ status: 0, output: expect.not.stringContaining('declares the status') });
  expect(run('scripts/show.ts', 'createCourseNote').output).toContain('"x-codes": ["hero_limit"]');
});
