import { OutageError } from '../outages/outage.ts';

/** The model did not respond, or its response is not one of its protocol. */
export class AiUnavailableError extends OutageError {
  constructor(message: string, options?: { cause?: unknown; retryAfterSeconds?: number | undefined }) {
    super('model', message, options);
  }
}

/** The model rejects this request, and would do so again: for example, because it is too long or has pictures. */
export class AiRefusedError extends AiUnavailableError {}

/** What a token stands for on average, where nobody has counted them. */
export const CHARACTERS_PER_TOKEN = 4;
/** A page at the resolution at which models look at it. */
export const TOKENS_PER_PICTURE = 1600;

export interface TextRequest {
  /** What the model should do, and how. */
  instructions: string;
  /** The material to work on. Text written by users appears only here, never in `instructions`. */
  input: string;
  /** Pictures that belong to the material, as WebP. */
  pictures?: readonly Buffer[];
  /** JSON Schema of the response. Objects are closed, and every property is required. */
  schema: { name: string; schema: Record<string, unknown> };
}

/** What is longer is no answer to anything that the service asks. */
export const LONGEST_ANSWER_BYTES = 64 * 1024;

export interface TextAnswer {
  /** What the model wrote, as it wrote it, up to 64 KiB in UTF-8. Empty if it wrote nothing. */
  text: string;
  /** The text as JSON; undefined if it is not JSON, for example because it was cut off. Not validated against the schema; the caller must check it. */
  value: unknown;
  /** Tokens as the endpoint counts them, or else as estimated from the characters and the pictures. */
  inputTokens: number;
  outputTokens: number;
}

/** What a million tokens of a text cost, in units of a currency (ISO 4217). */
export interface TextPrices {
  currency: string;
  input: number;
  output: number;
}

export interface AiModel {
  /** Name of the model for texts. */
  readonly name: string;
  /** Null if nobody told what it costs. */
  readonly prices: TextPrices | null;
  /** @throws AiUnavailableError */
  write(request: TextRequest): Promise<TextAnswer>;
  /** Returns the bytes of an image.
   * @throws AiUnavailableError */
  draw(prompt: string): Promise<Buffer>;
}
