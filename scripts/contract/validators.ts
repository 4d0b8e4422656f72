import Ajv2020 from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { type Document, mapSchema, operationsOf, resolve, type Schema } from './document.ts';

const HEADER = '/* Made by `make generate` from openapi.json. Do not edit. */\n';
const CONTENT_SCHEMAS = ['QuizContent', 'TextContent', 'VideoContent', 'DocumentContent', 'AssignmentContent', 'EmbedContent', 'LandingCopy'];

const SCHEMAS = 'https://contract.invalid/schemas/';
const ROOTS = 'https://contract.invalid/roots/';

type Roots = Record<string, Schema>;

export interface Validators {
  code: string;
  types: string;
}

function compile(document: Document, roots: Roots, options: { useDefaults: boolean; change: (schema: Schema) => Schema }): Validators {
  const ajv = new Ajv2020.default({
    code: { source: true, optimize: 1 },
    inlineRefs: false,
    allErrors: true,
    // 0.07 / 0.01 is 7.000000000000001
    multipleOfPrecision: 8,
    strict: true,
    allowUnionTypes: true,
    strictRequired: false,
    discriminator: true,
    useDefaults: options.useDefaults,
    ownProperties: true,
    messages: true,
  });
  addFormats.default(ajv);
  // Without the prefix `urn:uuid:`, which no database reads.
  ajv.addFormat('uuid', /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i);
  ajv.addVocabulary(['example', 'x-chosen-by', 'x-sensitive']);
  const change = (schema: Schema): Schema => absoluteRef(options.change(boundedItems(withoutMapping(schema))));
  for (const [name, schema] of Object.entries(document.components.schemas))
    ajv.addSchema({ ...(mapSchema(schema, change) as object), $id: `${SCHEMAS}${name}` });
  const ids: Record<string, string> = {};
  const same = new Map<string, string>();
  const aliases: string[] = [];
  for (const [name, schema] of Object.entries(roots)) {
    const text = JSON.stringify(schema);
    const twin = same.get(text);
    if (twin) {
      aliases.push(`exports.${name} = exports.${twin};`);
      continue;
    }
    same.set(text, name);
    ajv.addSchema({ ...(mapSchema(schema, change) as object), $id: `${ROOTS}${name}` });
    ids[name] = `${ROOTS}${name}`;
  }
  return { code: `${HEADER}${standaloneCode.default(ajv, ids)}\n${aliases.join('\n')}\n`, types: declarations(Object.keys(roots)) };
}

function declarations(names: string[]): string {
  return `${HEADER}import type { ValidateFunction } from 'ajv';

declare const validators: {
${names.map((name) => `  readonly ${name}: ValidateFunction;`).join('\n')}
};
export = validators;
`;
}

/** Looks at the items of an array only when there are not too many of them, so that a body full of faults costs no more than a good one. */
function boundedItems(schema: Schema): Schema {
  const { items, maxItems, ...rest } = schema;
  if (items === undefined || maxItems === undefined || !types(schema).includes('array')) return schema;
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { ...rest, maxItems, if: { type: types(schema), maxItems }, then: { type: types(schema), items } };
}

const types = ({ type }: Schema): unknown[] => [type ?? []].flat();

const absoluteRef = (schema: Schema): Schema =>
  typeof schema.$ref === 'string' ? { ...schema, $ref: schema.$ref.replace('#/components/schemas/', SCHEMAS) } : schema;

/** Ajv reads a discriminator without its mapping: each branch names its own constant. */
function withoutMapping(schema: Schema): Schema {
  const { discriminator, ...rest } = schema;
  if (!discriminator || typeof discriminator !== 'object' || !('mapping' in discriminator)) return schema;
  return { ...rest, discriminator: { propertyName: (discriminator as { propertyName?: string }).propertyName } };
}

/**
 * Bodies (`body_<operationId>`), parameters (`query_`, `header_<operationId>`) and what comes from elsewhere than a request, as lesson content (`content_<Schema>`), filling defaults.
 * A member whose shape another member chooses (x-chosen-by) is held to the chosen shape alone, so that a fault names its field and not one
 * of every shape. Where the request leaves the choice out, the domain knows it.
 */
export function requestValidators(document: Document): Validators {
  const roots: Roots = {};
  for (const { operation } of operationsOf(document)) {
    if (operation.requestBody) {
      const content = resolve(document, operation.requestBody).content;
      const schemas = new Set(Object.values(content).map((media) => JSON.stringify(media.schema)));
      if (schemas.size !== 1) throw new Error(`${operation.operationId}: one schema for all media types`);
      roots[`body_${operation.operationId}`] = Object.values(content)[0]?.schema as Schema;
    }
    for (const place of ['query', 'header'] as const) {
      const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter)).filter((parameter) => parameter.in === place);
      if (!parameters.length) continue;
      roots[`${place}_${operation.operationId}`] = {
        type: 'object',
        properties: Object.fromEntries(
          parameters.map((parameter) => [place === 'header' ? parameter.name.toLowerCase() : parameter.name, parameter.schema as Schema]),
        ),
        required: parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
      };
    }
  }
  for (const name of CONTENT_SCHEMAS) roots[`content_${name}`] = { $ref: `#/components/schemas/${name}` };
  return compile(document, roots, {
    useDefaults: true,
    change: (schema) => {
      if (schema['x-chosen-by']) return { type: ['object', 'null'] };
      // The request reader puts an UploadedFile there.
      if (schema.format === 'binary') return { type: 'object' };
      return withChosenShapes(document, schema);
    },
  });
}

interface Choice {
  member: string;
  shapes: Record<string, string>;
}

/** Adds to an object a condition for each value of the choosing member; its default is chosen where it is left out. */
function withChosenShapes(document: Document, schema: Schema): Schema {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const conditions = Object.entries(properties).flatMap(([name, property]) => {
    const shape = String(property.$ref ?? '').replace(SCHEMAS, '');
    const choice = (document.components.schemas[shape] as Schema | undefined)?.['x-chosen-by'] as Choice | undefined;
    if (!choice) return [];
    const fallback = properties[choice.member]?.default;
    return Object.entries(choice.shapes).map(([value, $ref]) => ({
      if: {
        type: 'object',
        properties: { [choice.member]: { const: value }, [name]: { type: 'object' } },
        required: value === fallback ? [name] : [name, choice.member],
      },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { type: 'object', properties: { [name]: absoluteRef({ $ref }) } },
    }));
  });
  return conditions.length ? { ...schema, allOf: conditions } : schema;
}

/** Answers, `response_<operationId>_<status>`; used by every test and by the sampling in production. */
export function responseValidators(document: Document): Validators {
  const roots: Roots = {};
  for (const { operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const [[type = '', media] = []] = Object.entries(resolve(document, response).content ?? {});
      if (type.includes('json')) roots[`response_${operation.operationId}_${status}`] = media?.schema as Schema;
    }
  }
  return compile(document, roots, { useDefaults: false, change: (schema) => schema });
}
