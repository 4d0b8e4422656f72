import { type Document, mapSchema, resolve, type Schema } from './document.ts';

/** Returns the schema without a reference, and with `allOf` replaced by one object that has the members of all its parts. */
export function merged(document: Document, schema: Schema): Schema {
  const { allOf, ...own } = resolve(document, schema) as Schema;
  if (!Array.isArray(allOf)) return own;
  const parts = [...(allOf as Schema[]).map((part) => merged(document, part)), own];
  return {
    ...own,
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => (required as string[] | undefined) ?? []),
  };
}

/** Whether the service itself refuses unknown members in an object. Schemas that clients read are published without this, because members may be added. */
export const isClosed = ({ type, properties, additionalProperties }: Schema): boolean =>
  [type].flat().includes('object') && (additionalProperties === false || (additionalProperties === undefined && properties !== undefined));

/**
 * Returns the document as the service validates with it: every `allOf` is merged, every enumeration is inlined, so that Ajv knows that its values are texts,
 * and every object says whether it is closed.
 */
export const closed = (document: Document): Document =>
  mapSchema(document, (schema) => {
    const { $ref, ...siblings } = schema;
    if (typeof $ref === 'string') {
      const target = resolve(document, { $ref }) as Schema;
      return target.enum ? { ...target, ...siblings } : schema;
    }
    const whole = schema.allOf ? merged(document, schema) : schema;
    return isClosed(whole) ? { ...whole, additionalProperties: false } : whole;
  }) as Document;
