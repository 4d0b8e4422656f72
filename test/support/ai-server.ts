import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import sharp, { type Metadata } from 'sharp';
import { startWebServer, type WebServer } from './web-server.ts';

export interface AiRequest {
  path: string;
  authorization: string | undefined;
  body: {
    model: string;
    prompt?: string;
    messages?: { role: string; content: string }[];
    response_format?: { json_schema: { name: string } };
  };
}

export interface AiServer extends WebServer {
  /** The requests received so far. */
  requests: AiRequest[];
  /** How the next requests are answered, whatever they ask. The last answer is used for all further requests. */
  answers: ((res: ServerResponse) => void)[];
}

/** The responses of the endpoint with a text and with a picture. */
export const textAnswer = (content: unknown, usage?: { prompt_tokens: number; completion_tokens: number }) => (res: ServerResponse) =>
  sendJson(res, 200, {
    id: 'x',
    object: 'chat.completion',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    ...(usage && { usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } }),
  });
export const imageAnswer = (bytes: Buffer | null) => (res: ServerResponse) =>
  sendJson(res, 200, { created: 1, data: bytes ? [{ b64_json: bytes.toString('base64') }] : [] });
export const failure =
  (status: number, code: string | null = null, message = 'no') =>
  (res: ServerResponse) =>
    sendJson(res, status, { error: { message, type: 'x', code } }, { 'Retry-After-Ms': '1' });
export const silence = () => {};

function sendJson(res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** The material that a model was asked to work on, without the pictures. */
export function materialOf({ body }: AiRequest) {
  const content: unknown = body.messages?.[1]?.content;
  return JSON.parse(Array.isArray(content) ? content[0].text : (content ?? 'null'));
}

/** What the pictures are that a model was sent, in order. */
export function picturesOf({ body }: AiRequest): Promise<Metadata[]> {
  const content: unknown = body.messages?.[1]?.content;
  const parts = (Array.isArray(content) ? content : []) as { type: string; image_url: { url: string } }[];
  const urls = parts.filter(({ type }) => type === 'image_url').map(({ image_url }) => image_url.url);
  return Promise.all(urls.map((url) => sharp(Buffer.from(url.replace(/^data:image\/webp;base64,/, ''), 'base64')).metadata()));
}

/** Starts an endpoint that speaks OpenAI's protocol, under `/v1`. `always` returns the answer to a request if no answers have been prepared. */
export async function startAiServer(always: (request: AiRequest) => AiServer['answers'][number] = () => failure(500)): Promise<AiServer> {
  const requests: AiRequest[] = [];
  const answers: AiServer['answers'] = [];
  const server = await startWebServer(async (req: IncomingMessage, res: ServerResponse) => {
    const body = (await json(req)) as AiRequest['body'];
    const request = { path: req.url ?? '', authorization: req.headers.authorization, body };
    requests.push(request);
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? always(request);
    answer(res);
  });
  return Object.assign(server, { requests, answers });
}
