import type { OpenAI } from 'openai';
import { type AiModel, AiUnavailableError } from './ai-model.ts';

export interface OpenAiSettings {
  /** Base URL of the API, including its version, for example `https://api.openai.com/v1`. */
  baseUrl: string;
  /** Null if the endpoint requires no key. */
  apiKey: string | null;
  textModel: string;
  imageModel: string;
}

const TIMEOUT_MS = 60_000;
const RETRIES = 1;
/** Limit for the whole exchange, because the body can arrive slowly after the headers. */
const LONGEST_MS = 3 * TIMEOUT_MS;

/** A model behind any endpoint that implements OpenAI's API. The `openai` package is loaded when first needed. */
export function openAiModel({ baseUrl, apiKey, textModel, imageModel }: OpenAiSettings, timeoutMs = TIMEOUT_MS): AiModel {
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
  const ask = async <T>(work: (model: OpenAI, options: { signal: AbortSignal }) => Promise<T>): Promise<T> => {
    const model = await connect();
    try {
      return await work(model, { signal: AbortSignal.timeout(LONGEST_MS) });
    } catch (error) {
      throw error instanceof AiUnavailableError ? error : new AiUnavailableError('the model did not respond', { cause: error });
    }
  };
  return {
    write: ({ instructions, input, schema }) =>
      ask(async (model, options) => {
        const { choices } = await model.chat.completions.create(
          {
            model: textModel,
            messages: [
              { role: 'system', content: instructions },
              { role: 'user', content: input },
            ],
            response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } },
          },
          options,
        );
        const text = choices?.[0]?.message?.content;
        if (typeof text !== 'string') throw new AiUnavailableError('the model returned no text');
        try {
          return JSON.parse(text) as unknown;
        } catch {
          throw new AiUnavailableError('the model did not return JSON');
        }
      }),
    draw: (prompt) =>
      ask(async (model, options) => {
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
