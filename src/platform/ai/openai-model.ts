import type { APIError, OpenAI } from 'openai';
import { reasonOf } from '../outages/reason.ts';
import { retryAfterSeconds } from '../outages/retry-after.ts';
import {
  type AiModel,
  AiRefusedError,
  AiUnavailableError,
  CHARACTERS_PER_TOKEN,
  LONGEST_ANSWER_BYTES,
  type TextPrices,
  TOKENS_PER_PICTURE,
} from './ai-model.ts';

export interface OpenAiSettings {
  /** Base URL of the API, including its version, for example `https://api.openai.com/v1`. */
  baseUrl: string;
  /** Null if the endpoint requires no key. */
  apiKey: string | null;
  textModel: string;
  imageModel: string;
  /** Prices of texts. Unknown by default. */
  prices?: TextPrices | null;
}

const TIMEOUT_MS = 60_000;
const RETRIES = 1;
/** Time limit of the whole exchange, as a multiple of that of one request. Includes the wait before the second attempt. */
const LONGEST = 3;
/** Maximum size of a response with text: JSON can write each byte of the answer as six, and contains more than the answer. */
const MOST_TEXT_BYTES = 7 * LONGEST_ANSWER_BYTES;
/** Maximum size of a response with a picture. Four bytes encode three of the picture, and no model draws one of 24 MiB. */
const MOST_PICTURE_BYTES = 32 * 1024 * 1024;

/** Creates a model behind any endpoint that implements OpenAI's API. The `openai` package is loaded when first needed. */
export function openAiModel({ baseUrl, apiKey, textModel, imageModel, prices = null }: OpenAiSettings, timeoutMs = TIMEOUT_MS): AiModel {
  let client: Promise<OpenAI> | undefined;
  const connect = () =>
    (client ??= import('openai').then(
      ({ OpenAI }) =>
        new OpenAI({
          baseURL: baseUrl,
          apiKey: apiKey ?? 'none',
          organization: null,
          project: null,
          timeout: timeoutMs,
          maxRetries: RETRIES,
          logLevel: 'off',
        }),
    ));
  const ask = async <T>(mostBytes: number, work: (model: OpenAI, options: { signal: AbortSignal }) => Promise<T>): Promise<T> => {
    const model = (await connect()).withOptions({ fetch: async (url, init) => bounded(await fetch(url, init), mostBytes) });
    const signal = AbortSignal.timeout(LONGEST * timeoutMs);
    try {
      return await work(model, { signal });
    } catch (error) {
      if (error instanceof AiUnavailableError) throw error;
      throw signal.aborted ? new AiUnavailableError(`the model did not respond within ${(LONGEST * timeoutMs) / 1000} s`, { cause: error }) : failureOf(error);
    }
  };
  return {
    name: textModel,
    prices,
    write: ({ instructions, input, pictures = [], schema }) =>
      ask(MOST_TEXT_BYTES, async (model, options) => {
        const { choices, usage } = await model.chat.completions.create(
          {
            model: textModel,
            messages: [
              { role: 'system', content: instructions },
              { role: 'user', content: pictures.length > 0 ? [{ type: 'text', text: input }, ...pictures.map(imagePart)] : input },
            ],
            response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } },
          },
          options,
        );
        if (!Array.isArray(choices)) throw new AiUnavailableError('the model returned no answer');
        const written = choices[0]?.message?.content ?? '';
        const text = cutOff(written);
        return {
          text,
          value: text === written ? jsonIn(text) : undefined,
          inputTokens: usage?.prompt_tokens ?? estimatedTokens(instructions + input) + pictures.length * TOKENS_PER_PICTURE,
          outputTokens: usage?.completion_tokens ?? estimatedTokens(written),
        };
      }),
    draw: (prompt) =>
      ask(MOST_PICTURE_BYTES, async (model, options) => {
        const { data } = await model.images.generate(
          // The gpt-image models always return the bytes and reject `response_format`.
          { model: imageModel, prompt, n: 1, ...(imageModel.startsWith('gpt-image') ? {} : { response_format: 'b64_json' as const }) },
          options,
        );
        const bytes = data?.[0]?.b64_json;
        if (typeof bytes !== 'string' || bytes === '') throw new AiUnavailableError('the model returned no image');
        return Buffer.from(bytes, 'base64');
      }),
  };
}

/** Stops reading a response that is longer than any answer, and ends its connection. */
function bounded(response: Response, mostBytes: number): Response {
  if (!response.body) return response;
  let length = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, stream) {
      length += chunk.byteLength;
      if (length > mostBytes) stream.error(new AiRefusedError(`the model answers with more than ${mostBytes} bytes`));
      else stream.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counted), response);
}

/** Cuts off an answer that is too long, at the end of a whole character. */
function cutOff(text: string): string {
  if (Buffer.byteLength(text) <= LONGEST_ANSWER_BYTES) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(LONGEST_ANSWER_BYTES));
  return text.slice(0, read);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const estimatedTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

const imagePart = (bytes: Buffer) => ({ type: 'image_url' as const, image_url: { url: `data:image/webp;base64,${bytes.toString('base64')}` } });

/** Statuses of responses to requests that are themselves wrong. */
const REFUSALS = new Set([400, 413, 422]);

/** Names only the status and the code of a response, because its message may repeat parts of the key. */
function failureOf(error: unknown): AiUnavailableError {
  const { status, headers, code, type } = error as Partial<APIError>;
  if (status === undefined) return new AiUnavailableError(`the model did not respond: ${reasonOf(error)}`, { cause: error });
  const name = [code, type].find((text) => typeof text === 'string' && /^[\w.-]{1,64}$/.test(text));
  const hint = status === 401 || status === 403 ? ': check AI_API_KEY' : status === 404 ? ': check AI_BASE_URL and the name of the model' : '';
  const Failure = REFUSALS.has(status) ? AiRefusedError : AiUnavailableError;
  return new Failure(`the model responded with ${name ? `${status} ${name}` : status}${hint}`, {
    cause: error,
    retryAfterSeconds: retryAfterSeconds(headers?.get('retry-after'), Date.now()),
  });
}
