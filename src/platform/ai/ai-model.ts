/** The model did not answer, or answered what cannot be used. */
export class AiUnavailableError extends Error {}

export interface TextRequest {
  /** What the model is to do, and how. */
  instructions: string;
  /** What it is to do it with. Text of users stands here alone, never in `instructions`. */
  input: string;
  /** JSON Schema of the answer: closed objects, every member required. */
  schema: { name: string; schema: Record<string, unknown> };
}

export interface AiModel {
  /** The answer, parsed, but not held to the schema: the caller checks it.
   * @throws AiUnavailableError */
  write(request: TextRequest): Promise<unknown>;
  /** The bytes of a picture.
   * @throws AiUnavailableError */
  draw(prompt: string): Promise<Buffer>;
}
