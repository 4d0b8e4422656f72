import { merged } from './closed.ts';
import { type Document, operationsOf, resolve, type Schema } from './document.ts';

/**
 * The member that decides to which branch of a union a value belongs. With `x-optional-discriminator`, the member may be left out; the branch is then that of
 * `defaultMapping` (its name in OpenAPI 3.2), or else the first one.
 */
export interface Discriminator {
  propertyName: string;
  mapping: Record<string, string>;
  defaultMapping?: string;
}

const COMPONENTS = '#/components/schemas/';

/** Returns the discriminator of a union, and whether it may be left out. */
export function discriminatorOf(schema: Schema): (Discriminator & { isOptional: boolean }) | undefined {
  const optional = schema['x-optional-discriminator'] as Discriminator | undefined;
  const declared = optional ?? (schema.discriminator as Discriminator | undefined);
  return declared?.mapping && Array.isArray(schema.oneOf) ? { ...declared, isOptional: optional !== undefined } : undefined;
}

/**
 * Returns the document with each body that is a union of objects replaced by a single object. The service reads a body as such an object: a form has one set of
 * fields, a fault names its field whatever the kind, and the domain decides which fields belong to which kind.
 */
export function withFlatBodies(document: Document): Document {
  const names = new Set(
    operationsOf(document).flatMap(({ operation: { requestBody } }) =>
      Object.values(requestBody ? resolve(document, requestBody).content : {}).flatMap(({ schema }) =>
        schema && '$ref' in schema ? [schema.$ref.slice(COMPONENTS.length)] : [],
      ),
    ),
  );
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [name, names.has(name) ? flat(document, schema as Schema) : schema]);
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}

/**
 * Returns a union of objects as one object with the members of all branches, which ignores unknown members only if the union says so
 * (`unevaluatedProperties: true`). Returns every other schema as it is.
 */
export function flat(document: Document, schema: Schema): Schema {
  const choice = discriminatorOf(schema);
  if (!choice) return schema;
  const { oneOf, discriminator: _discriminator, 'x-optional-discriminator': _optional, required = [], unevaluatedProperties, ...rest } = schema;
  const branches = (oneOf as Schema[]).map(
    (branch) => merged(document, branch) as { properties: Record<string, Schema>; required?: string[]; additionalProperties?: unknown },
  );
  const names = [...new Set(branches.flatMap(({ properties }) => Object.keys(properties)))];
  const member = (name: string): Schema => {
    const variants = branches.flatMap(({ properties }) => (properties[name] ? [properties[name]] : []));
    if (name === choice.propertyName) return chooser(choice, variants);
    const distinct = [...new Map(variants.map((variant) => [JSON.stringify(variant), variant])).values()];
    return widest(distinct) ?? chosen(document, choice.propertyName, distinct);
  };
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, member(name)])),
    required: [
      ...new Set([...(required as string[]), ...(branches[0]?.required ?? []).filter((name) => branches.every((branch) => branch.required?.includes(name)))]),
    ],
    additionalProperties: unevaluatedProperties === true || branches.every(({ additionalProperties }) => additionalProperties === true),
  };
}

function chooser({ mapping }: Discriminator, variants: Schema[]): Schema {
  const { const: _value, $ref: _kind, ...first } = variants[0] as Schema;
  const fallback = variants.find((variant) => variant.default !== undefined)?.default;
  return { ...first, type: 'string', enum: Object.keys(mapping), ...(fallback === undefined ? {} : { default: fallback }) };
}

/** Returns the schema of a member that only some branches require, or allow to be null: it may be what any of them permits. */
function widest(variants: Schema[]): Schema | undefined {
  const plain = (schema: Schema) => JSON.stringify({ ...schema, type: undefined, default: undefined, description: undefined });
  const [first, ...others] = variants.toSorted((a, b) => [b.type].flat().length - [a.type].flat().length) as [Schema, ...Schema[]];
  return others.every((other) => plain(other) === plain(first)) ? { ...Object.assign({}, ...others), ...first } : undefined;
}

/** Returns the schema of a member whose shape depends on the discriminator: the component that declares this with `x-chosen-by`. */
function chosen(document: Document, member: string, variants: Schema[]): Schema {
  const shapes = new Set(variants.flatMap((variant) => [variant, ...((variant.anyOf ?? []) as Schema[])].map(({ $ref }) => $ref)));
  const found = Object.entries(document.components.schemas).find(([, schema]) => {
    const choice = (schema as Schema)['x-chosen-by'] as { member: string; shapes: Record<string, string> } | undefined;
    return choice?.member === member && Object.values(choice.shapes).every((shape) => shapes.has(shape));
  });
  if (!found) throw new Error(`openapi.json: the shapes of a body differ by ${member}, and no schema with x-chosen-by has them all`);
  const hasDefault = variants.every((variant) => variant.default !== undefined);
  return { $ref: `${COMPONENTS}${found[0]}`, ...(hasDefault ? { default: (variants[0] as Schema).default } : {}) };
}
