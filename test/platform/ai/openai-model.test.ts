import { AiUnavailableError } from '../../../src/platform/ai/ai-model.ts';
import { openAiModel } from '../../../src/platform/ai/openai-model.ts';
import { type AiServer, failure, imageAnswer, silence, startAiServer, textAnswer } from '../../support/ai-server.ts';

let server: AiServer;
beforeAll(async () => {
  server = await startAiServer();
});
beforeEach(() => {
  server.requests.length = 0;
});
afterAll(() => server.close());

const model = ({ imageModel = 'a-painter', apiKey = 'the key' as string | null, timeoutMs = 5000 } = {}) =>
  openAiModel({ baseUrl: `${server.url}/v1`, apiKey, textModel: 'a-writer', imageModel }, timeoutMs);
const REQUEST = { instructions: 'Write.', input: 'About this.', schema: { name: 'thing', schema: { type: 'object' } } };
const write = (options = {}) => model(options).write(REQUEST);
const answer = (...answers: AiServer['answers']) => void server.answers.splice(0, server.answers.length, ...answers);

test('a text is requested as JSON that follows a schema, with user input separate from the instructions', async () => {
  answer(textAnswer('{"a": 1}'));
  expect(await write()).toEqual({ text: '{"a": 1}', value: { a: 1 }, inputTokens: 5, outputTokens: 2 });
  expect(server.requests).toEqual([
    {
      path: '/v1/chat/completions',
      authorization: 'Bearer the key',
      body: {
        model: 'a-writer',
        messages: [
          { role: 'system', content: 'Write.' },
          { role: 'user', content: 'About this.' },
        ],
        response_format: { type: 'json_schema', json_schema: { name: 'thing', schema: { type: 'object' }, strict: true } },
      },
    },
  ]);
});

test('the tokens of an answer are those that the endpoint counts, also if the answer is no JSON', async () => {
  const usage = { prompt_tokens: 120, completion_tokens: 7 };
  answer(textAnswer('{"a": 1', usage), textAnswer(null, { ...usage, completion_tokens: 0 }));
  expect(await write()).toEqual({ text: '{"a": 1', value: undefined, inputTokens: 120, outputTokens: 7 });
  expect(await write()).toEqual({ text: '', value: undefined, inputTokens: 120, outputTokens: 0 });
});

test('a picture is requested as bytes, without the response format for models that always return bytes', async () => {
  answer(imageAnswer(Buffer.from('a picture')));
  expect(String(await model().draw('A tree'))).toBe('a picture');
  await model({ imageModel: 'gpt-image-1' }).draw('A tree');
  expect(server.requests.map(({ path, body }) => [path, body])).toEqual([
    ['/v1/images/generations', { model: 'a-painter', prompt: 'A tree', n: 1, response_format: 'b64_json' }],
    ['/v1/images/generations', { model: 'gpt-image-1', prompt: 'A tree', n: 1 }],
  ]);
});

test('a request that fails temporarily is repeated once', async () => {
  answer(failure(503), textAnswer('{}'));
  expect(await write()).toMatchObject({ value: {} });
  answer(failure(503));
  server.requests.length = 0;
  await expect(write()).rejects.toThrow(AiUnavailableError);
  expect(server.requests).toHaveLength(2);
});

test.each<[string, AiServer['answers'][number]]>([
  ['rejects the key', failure(401)],
  ['does not exist', failure(404)],
  ['returns no JSON', (res) => void res.end('<html>')],
  ['returns JSON of another shape', (res) => void res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"choices": 1}')],
  ['disconnects during the response', (res) => void res.writeHead(200, { 'Content-Type': 'application/json' }).write('{"choi', () => res.destroy())],
])('a model that %s is reported as unavailable', async (_what, reply) => {
  answer(reply);
  await expect(write()).rejects.toThrow(AiUnavailableError);
});

test.each<[string, AiServer['answers'][number]]>([
  ['returns no picture', imageAnswer(null)],
  ['returns an empty picture', imageAnswer(Buffer.alloc(0))],
])('a model that %s is reported as unavailable', async (_what, reply) => {
  answer(reply);
  await expect(model().draw('A tree')).rejects.toThrow(AiUnavailableError);
});

test('a model that does not respond in time is reported as unavailable', async () => {
  answer(silence);
  await expect(write({ timeoutMs: 100 })).rejects.toThrow(AiUnavailableError);
});

test('an endpoint without a configured key does not receive the key from the environment', async () => {
  process.env.OPENAI_API_KEY = 'of somebody else';
  answer(textAnswer('{}'));
  await write({ apiKey: null });
  delete process.env.OPENAI_API_KEY;
  expect(server.requests[0]?.authorization).toBe('Bearer none');
});

test.each<[string, AiServer['answers'][number], string]>([
  ['a wrong key', failure(401, 'invalid_api_key', 'Incorrect API key provided: the k*y'), 'the model responded with 401 invalid_api_key: check AI_API_KEY'],
  ['a wrong name', failure(404), 'the model responded with 404 x: check AI_BASE_URL and the name of the model'],
  ['JSON of another shape', (res) => void res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'), 'the model returned no answer'],
])('the outage of a model that answers %s names the cause, and nothing that was sent', async (_what, reply, message) => {
  answer(reply);
  await expect(write()).rejects.toMatchObject({ dependency: 'model', message });
});

test('a model that asks to wait is not asked before', async () => {
  answer((res) => void res.writeHead(429, { 'Retry-After': '120', 'Retry-After-Ms': '1' }).end('{}'));
  await expect(write()).rejects.toMatchObject({ message: 'the model responded with 429', retryAfterSeconds: 120 });
});

test('of an answer that is longer than 64 KiB, the beginning is kept up to a whole character, and it says nothing', async () => {
  const usage = { prompt_tokens: 1, completion_tokens: 2 };
  const longest = JSON.stringify({ a: 'x'.repeat(64 * 1024 - 8) });
  answer(textAnswer(longest), textAnswer(`{"a": "${'é€😀'.repeat(10_000)}"}`, usage));
  expect(await write()).toMatchObject({ text: longest, value: JSON.parse(longest) });
  const cut = await write();
  expect(cut).toMatchObject({ value: undefined, outputTokens: 2 });
  expect(Buffer.byteLength(cut.text)).toBeGreaterThan(64 * 1024 - 4);
  expect(Buffer.byteLength(cut.text)).toBeLessThanOrEqual(64 * 1024);
  expect(cut.text.isWellFormed()).toBe(true);
});

test.each([200, 500])('a response of status %i that never ends is not read to its end, and its connection is closed', async (status) => {
  let sent = 0;
  const closed = new Promise<void>((resolve) => {
    answer((res) => {
      res.writeHead(status, { 'Content-Type': 'application/json', 'X-Should-Retry': 'false' });
      const chunk = Buffer.alloc(64 * 1024, 32);
      const send = () => {
        while (!res.destroyed && res.write(chunk)) sent += chunk.length;
      };
      res.on('drain', send).on('close', resolve);
      send();
    });
  });
  await expect(write()).rejects.toThrow(AiUnavailableError);
  await closed;
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});
