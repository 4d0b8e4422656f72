/** The parts of JSON Schema that models accept as the shape of their answer: closed objects whose properties are all required. */
type AnswerSchema = Record<string, unknown>;

export const TEXT: AnswerSchema = { type: 'string' };
export const NUMBER: AnswerSchema = { type: 'number' };
export const TRUTH: AnswerSchema = { type: 'boolean' };

export const closed = (properties: Record<string, AnswerSchema>): AnswerSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

export const listOf = (items: AnswerSchema): AnswerSchema => ({ type: 'array', items });
export const oneOf = (...values: readonly string[]): AnswerSchema => ({ type: 'string', enum: values });
export const orNull = (schema: AnswerSchema): AnswerSchema => ({ anyOf: [schema, { type: 'null' }] });
