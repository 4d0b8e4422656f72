import { OutageError } from '../outages/outage.ts';

/** The model did not respond, or its response cannot be used. */
export class AiUnavailableError extends OutageError {
  constructor(message: string, options?: { cause?: unknown; retryAfterSeconds?: number | undefined }) {
    super('model', message, options);
  }
}

export interface TextRequest {
  /** What the model should do, and how. */
  instructions: string;
  /** The material to work on. Text written by users appears only here, never in `instructions`. */
  input: string;
  /** JSON Schema of the response. Objects are closed, and every property is required. */
  schema: { name: string; schema: Record<string, unknown> };
}

export interface AiModel {
  /** Returns the parsed response. It is not validated against the schema; the caller must check it.
   * @throws AiUnavailableError */
  write(request: TextRequest): Promise<unknown>;
  /** Returns the bytes of an image.
   * @throws AiUnavailableError */
  draw(prompt: string): Promise<Buffer>;
}
