import fc from 'fast-check';
import type { OperationId } from '../../../generated/operations.ts';
import type { Answer } from '../../contract/bad-input/client.ts';
import { BOUNDARY, type Encoded, formOf, json, multipart, parts, urlencoded } from '../../contract/bad-input/encodings.ts';
import { type EntryWithBody, operationsWithBody } from '../../contract/bad-input/objects.ts';
import { allowedBy } from '../../contract/bad-input/random-bodies.ts';
import { bodySchema, type Members } from '../../contract/bad-input/schema.ts';
import { World } from '../../contract/bad-input/world.ts';
import { sampleOf } from '../../support/sample.ts';

type Form = [name: string, value: string][];
type Faults = { status: number; faults: string[] };

const RANDOM_BODIES = 20;
/** Meant to end a long search for a smaller counterexample. */
const LONGEST_MS = 20_000;

/** The operations that accept the same body in several media types. */
const operationsWithForms = operationsWithBody.filter(([, row]) => row.body.mediaTypes.length > 1);

let world: World;
beforeAll(async () => {
  world = await World.shared();
});
beforeEach(() => world.restore());

const call = (id: OperationId, body: Encoded) => world.call(operationsWithBody.find(([one]) => one === id)?.[1] as EntryWithBody[1], body);

/** Returns the members named in `names` from a successful response, or else the faults. */
function told({ status, text }: Answer, names: string[]): { status: number; members: Members } | Faults {
  const body = JSON.parse(text) as Members & { errors?: { field: string; code: string }[] };
  if (status >= 300) return { status, faults: (body.errors ?? []).map(({ field, code }) => `${field} ${code}`).sort() };
  return { status, members: Object.fromEntries(names.map((name) => [name, body[name]])) };
}

const kindOf = ([, { method, surface, body }]: EntryWithBody): string => [method, surface, body.mediaTypes.join(' ')].join();

describe.each(sampleOf(operationsWithForms, kindOf))('%s', (id, row) => {
  test('returns the same result for the same body in JSON and in both kinds of form', async () => {
    const alike = fc.asyncProperty(allowedBy(bodySchema(id)), async (random) => {
      const { slug: _taken, position: _moved, ...body } = random as Members;
      fc.pre(formOf(body, row.body.members) !== null);
      const answers: unknown[] = [];
      for (const encode of [json, urlencoded, multipart]) {
        const sent = 'updated_at' in body ? { ...body, updated_at: (await world.bases([id, row]))[0]?.body.updated_at } : body;
        const answer = await world.call(row, encode === json ? json(sent) : (encode(formOf(sent, row.body.members) ?? []) ?? undefined));
        answers.push(
          told(
            answer,
            Object.keys(body).filter((name) => name !== 'updated_at'),
          ),
        );
      }
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
    });
    await fc.assert(alike, { numRuns: RANDOM_BODIES, interruptAfterTimeLimit: LONGEST_MS });
  });

  test('rejects a file in any field, known or unknown, with an error that names the field', async () => {
    for (const name of [...Object.keys(row.body.members), 'unknown']) {
      const file = parts([{ disposition: `; name="${name}"; filename="a.txt"`, value: 'text', headers: 'Content-Type: text/plain\r\n' }]);
      expect(told(await world.call(row, file), [])).toEqual({ status: 400, faults: [`${name} type`] });
    }
  });

  test('accepts a scalar in a form only in the syntax of JSON', async () => {
    const wrong = {
      integer: [
        '0x10',
        '1e3',
        '1E3',
        '1.0',
        '1.5',
        ' 7',
        '7 ',
        '\t7',
        '7\n',
        '+7',
        '07',
        '--1',
        '1_000',
        '1,000',
        '7n',
        'NaN',
        'Infinity',
        '٧',
        '"7"',
        '[7]',
        'true',
        'null',
        'x',
      ],
      number: ['0x10', ' 7', '7 ', '+7', '07', '.5', '5.', '1e', 'NaN', 'Infinity', '1e999', '"7"', 'true', 'null', 'x'],
      boolean: ['TRUE', 'True', 'FALSE', '1', '0', 'yes', 'on', 'off', 't', ' true', 'true ', '"true"', 'null', 'x'],
      json: ['text', "'a'", '[1', '{"a":}', '{a:1}', '[1,]', 'NaN', 'undefined', '01', '"a'],
      free: ['[1', '{"a":}', '{a:1}', '[1,]', '"a', '{}x'],
      string: [],
      file: [],
    };
    for (const [name, { kind }] of Object.entries(row.body.members))
      for (const text of wrong[kind])
        for (const encode of [urlencoded, multipart]) {
          const { faults } = told(await world.call(row, encode([[name, text]])), []) as Faults;
          expect([name, text, faults]).toEqual([name, text, expect.arrayContaining([`${name} type`])]);
        }
  });

  test('reads an empty form field as null if null is allowed, and rejects it otherwise', async () => {
    const { required = [] } = bodySchema(id);
    // The fields that a length mode requires cannot be set to null in a course with that mode.
    const dependent = ['duration_days', 'start_date', 'end_date'];
    const nullable = Object.entries(row.body.members).filter(([, member]) => member.nullable);
    const base = formOf((await world.bases([id, row]))[0]?.body ?? {}, row.body.members) ?? [];
    for (const [name, { kind, nullable: mayBeNull }] of Object.entries(row.body.members)) {
      if (mayBeNull || kind === 'string') continue;
      const { status, faults } = told(await world.call(row, urlencoded([[name, '']])), []) as Faults;
      expect([name, status, faults]).toEqual([name, 400, expect.arrayContaining([`${name} type`])]);
    }
    for (const encode of [urlencoded, multipart]) {
      const needed = base.filter(([name]) => required.includes(name) && name !== 'updated_at');
      const fresh: Form = required.includes('updated_at') ? [['updated_at', String((await world.bases([id, row]))[0]?.body.updated_at)]] : [];
      const names = nullable.map(([name]) => name).filter((name) => !dependent.includes(name));
      const answer = await world.call(row, encode([...needed, ...fresh, ...names.map((name): [string, string] => [name, ''])]) ?? undefined);
      expect(told(answer, names)).toEqual({ status: row.createsIn === null ? 200 : 201, members: Object.fromEntries(names.map((name) => [name, null])) });
    }
  });
});

describe.each([
  ['urlencoded', urlencoded],
  ['multipart', multipart],
] as const)('in a %s form', (_kind, encode) => {
  const course = async (form: Form, ...names: string[]) => told(await call('updateAgentCourse', encode(form)), names);

  test('numbers and booleans use the syntax of JSON', async () => {
    expect(
      await course(
        [
          ['estimated_duration_minutes', '0'],
          ['category', '3'],
        ],
        'estimated_duration_minutes',
        'category',
      ),
    ).toEqual({
      status: 200,
      members: { estimated_duration_minutes: 0, category: 3 },
    });
    expect(await course([['estimated_duration_minutes', '-1']])).toEqual({ status: 400, faults: ['estimated_duration_minutes out_of_range'] });
    expect(await course([['estimated_duration_minutes', '9007199254740993']])).toEqual({ status: 400, faults: ['estimated_duration_minutes out_of_range'] });
    for (const [text, is_published] of [
      ['true', true],
      ['false', false],
    ] as const)
      expect(told(await call('updateAgentChapter', encode([['is_published', text]])), ['is_published'])).toEqual({ status: 200, members: { is_published } });
  });

  test('a string is stored as it was written, whatever it looks like', async () => {
    for (const text of ['null', 'true', '7', '"x"', ' x ', 'a=b&c;d', 'a+b %2B', 'ä \u{1F600}', 'line\r\nline', '--x--', '{}']) {
      // Titles have one line.
      const names = text.includes('\n') ? ['meta_description'] : ['title', 'landing_title', 'meta_description'];
      const members = Object.fromEntries(names.map((name) => [name, text]));
      expect(await course(Object.entries(members), ...names)).toEqual({ status: 200, members });
    }
  });

  test('free-form text is stored as typed unless it begins like a JSON object, array or string', async () => {
    const values: [string, unknown][] = [
      ['"text"', 'text'],
      ['""', ''],
      ['', null],
      ['[]', []],
      ['{"a": [1, {"b": null}], "é": "\\u0061"} ', { a: [1, { b: null }], é: 'a' }],
      ...['Plain text', '# A title\r\n\r\n- [a](b)', 'null', 'true', '7', ' [x] to do', "'a'", ' '].map((text): [string, string] => [text, text]),
    ];
    for (const [text, description] of values) expect(await course([['description', text]], 'description')).toEqual({ status: 200, members: { description } });
    for (const text of ['[x', '{', '"open', '["a"] and more'])
      expect(await course([['description', text]])).toEqual({ status: 400, faults: ['description type'] });
  });

  test('any other field that is not a scalar is parsed as JSON', async () => {
    const values: [string, unknown][] = [
      [' [{"a": "\\u0061"}] ', [{ a: 'a' }]],
      ['null', null],
    ];
    for (const [text, sales_page_blocks] of values)
      expect(await course([['sales_page_blocks', text]], 'sales_page_blocks')).toEqual({ status: 200, members: { sales_page_blocks } });
    for (const text of ['7', 'true', 'text']) expect(await course([['sales_page_blocks', text]])).toEqual({ status: 400, faults: ['sales_page_blocks type'] });
    expect(await course([['sales_page_blocks', '"text"']])).toEqual({ status: 400, faults: ['sales_page_blocks type'] });
  });

  test('syntax errors and violations of the contract are reported in one response', async () => {
    const form: Form = [
      ['category', 'x'],
      ['title', ' '],
      ['status', 'open'],
      ['description', '{'],
      ['level', ''],
    ];
    expect(await course(form)).toEqual({
      status: 400,
      faults: ['category type', 'description type', 'level not_a_choice', 'status not_a_choice', 'title blank'],
    });
  });

  test('a field is recognized only by its exact name', async () => {
    const before = await course([['estimated_duration_minutes', '5']], 'estimated_duration_minutes');
    const names = [
      'estimated_duration_minutes[]',
      'ESTIMATED_DURATION_MINUTES',
      ' estimated_duration_minutes',
      'estimated_duration_minutes.0',
      '__proto__',
      'constructor',
    ];
    expect(
      await course(
        names.map((name): [string, string] => [name, '9']),
        'estimated_duration_minutes',
      ),
    ).toEqual(before);
  });
});

test('the media type is recognized regardless of case and other parameters', async () => {
  const titled = async (type: string, bytes: Buffer) => told(await call('updateAgentCourse', { type, bytes }), ['title']);
  const form = multipart([['title', 'T']]);
  const expected = { status: 200, members: { title: 'T' } };
  for (const type of [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;CHARSET="UTF-8"',
    'application/json; charset=us-ascii; profile=x',
  ])
    expect([type, await titled(type, json({ title: 'T' }).bytes)]).toEqual([type, expected]);
  for (const type of ['application/x-www-form-urlencoded', 'APPLICATION/X-WWW-FORM-URLENCODED;charset=UTF-8'])
    expect([type, await titled(type, Buffer.from('title=T'))]).toEqual([type, expected]);
  for (const type of [
    form.type,
    form.type.replace('; ', ';charset=utf-8;'),
    form.type.replace(/boundary=(.*)/, 'BOUNDARY="$1"'),
    form.type.replace('multipart', 'Multipart'),
  ])
    expect([type, await titled(type, form.bytes)]).toEqual([type, expected]);
});

test('a byte order mark before JSON is ignored', async () => {
  const bytes = Buffer.concat([Buffer.from('\ufeff'), json({ title: 'T' }).bytes]);
  expect(told(await call('updateAgentCourse', { type: 'application/json', bytes }), ['title'])).toEqual({ status: 200, members: { title: 'T' } });
});

test('a pair in an urlencoded form needs no value and is split only at its first equals sign', async () => {
  const pairs = async (text: string) =>
    told(await call('updateAgentCourse', { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(text) }), ['title', 'landing_title']);
  expect(await pairs('&title=a=b+c%2B&&landing_title&')).toEqual({ status: 200, members: { title: 'a=b c+', landing_title: null } });
});

test('a part of a multipart form may declare its media type and character set', async () => {
  const form = parts([{ disposition: '; name="title"', value: 'ä', headers: 'Content-Type: text/plain; charset=utf-8\r\n' }]);
  expect(told(await call('updateAgentCourse', form), ['title'])).toEqual({ status: 200, members: { title: 'ä' } });
  const described = parts([{ disposition: '; name="description"', value: '{"a":1}', headers: 'Content-Type: application/json\r\n' }]);
  expect(told(await call('updateAgentCourse', described), ['description'])).toEqual({ status: 200, members: { description: { a: 1 } } });
});

test('what follows the closing delimiter of a multipart form is ignored', async () => {
  const form = multipart([['title', 'Harbours']]);
  for (const epilogue of [`--${BOUNDARY}--\r\n`, `--${BOUNDARY}\r\nContent-Disposition: form-data; name="title"\r\n\r\nOther\r\n--${BOUNDARY}--`, '\0\xff']) {
    const sent = { ...form, bytes: Buffer.concat([form.bytes, Buffer.from(epilogue, 'latin1')]) };
    expect(told(await call('updateAgentCourse', sent), ['title'])).toEqual({ status: 200, members: { title: 'Harbours' } });
  }
});

test('every arrangement of the delimiters of a multipart form is answered', async () => {
  const pieces = fc.constantFrom(`--${BOUNDARY}`, '--', '\r\n', 'Content-Disposition: form-data; name="title"', ': ', 'Harbours', '\r', '-');
  const answered = fc.asyncProperty(fc.array(pieces, { maxLength: 12 }), async (list) => {
    const { status } = await call('updateAgentCourse', { type: `multipart/form-data; boundary=${BOUNDARY}`, bytes: Buffer.from(list.join('')) });
    expect([200, 400]).toContain(status);
  });
  await fc.assert(answered, {
    numRuns: 300,
    interruptAfterTimeLimit: LONGEST_MS,
    examples: [[[`--${BOUNDARY}`, '--', '\r\n', `--${BOUNDARY}`, '--', '\r\n']]],
  });
});

test('a missing body counts as an empty one if the body is optional and is rejected if it is required', async () => {
  const none = { type: 'application/json', bytes: Buffer.alloc(0) };
  expect(told(await call('updateAgentOrgSettings', none), [])).toEqual({ status: 200, members: {} });
  for (const id of ['createAgentCourse', 'replaceAgentChapter', 'createAgentLesson'] as const)
    expect(told(await call(id, none), [])).toEqual({ status: 400, faults: ['body required'] });
});
