import { OutageError } from '../outages/outage.ts';

/** The model did not respond, or its response violates the protocol. */
export class AiUnavailableError extends OutageError {
  constructor(message: string, options?: { cause?: unknown; retryAfterSeconds?: number | undefined }) {
    super('model', message, options);
  }
}

/** The model rejects this request, and would do so again: for example, because it is too long or has pictures. */
export class AiRefusedError extends AiUnavailableError {}

/** Average number of characters of a token, for texts whose tokens nobody has counted. */
export const CHARACTERS_PER_TOKEN = 4;
/** Number of tokens of a page at the resolution at which models look at it. */
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

/** Maximum size of an answer. Nothing that the service asks requires a longer one. */
export const LONGEST_ANSWER_BYTES = 64 * 1024;

export interface TextAnswer {
  /** The unchanged text of the model, up to 64 KiB in UTF-8. Empty if it wrote nothing. */
  text: string;
  /** The text as JSON; undefined if it is not JSON, for example because it was cut off. Not validated against the schema; the caller must check it. */
  value: unknown;
  /** Tokens as the endpoint counts them, or else as estimated from the characters and the pictures. */
  inputTokens: number;
  outputTokens: number;
}

/** Prices of a million tokens of text, in units of a currency (ISO 4217). */
export interface TextPrices {
  currency: string;
  input: number;
  output: number;
}

export interface AiModel {
  /** Name of the model for texts. */
  readonly name: string;
  /** Prices of texts. Null if they are unknown. */
  readonly prices: TextPrices | null;
  /** @throws AiUnavailableError */
  write(request: TextRequest): Promise<TextAnswer>;
  /** Returns the bytes of an image.
   * @throws AiUnavailableError */
  draw(prompt: string): Promise<Buffer>;
}
