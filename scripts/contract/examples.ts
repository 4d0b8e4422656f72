import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type { ValidateFunction } from 'ajv';
import type { OpenAPIV3_1 as O } from 'openapi-types';
import { type Document, eventValidator, operationsOf, resolve, type Schema } from './document.ts';
import story from './story.json' with { type: 'json' };

/** Stands for the content of a file in the example of an upload. */
const FILE_CONTENT = '(content of the file)';
const MOMENT = '2026-11-20T09:30:00.000Z';
const DAY = '2026-11-20';
const COMPONENTS = '#/components/schemas/';
/** What the name of a schema adds to the name of the thing that the schema describes. */
const ROLE = /^(Patched|Studio|Scheduled|Recent|Discovered|Curriculum|Event)(?=[A-Z])|(Summary|View|Reference|Card|Created|Secret|Write)$/g;

const PEOPLE = /^(user|me|person|member|learner|actor|author|.*_by)$/;

const values: Record<string, unknown> = story;

/** The body of a request, of a successful response or of an event. */
interface Body {
  /** How a fault names the body. */
  name: string;
  /** The name of the generated validator of the body. */
  validator: string;
  media: O.MediaTypeObject;
  isRequest: boolean;
}

/**
 * Writes an example of every request, successful response and event into the document, composed of the examples of its fields. A field is given by the
 * `examples` of its schema, or else by its value in `story.json`, or else by what its schema permits. The example of a request has the required
 * fields and those whose schema gives an example. A body that has several kinds gets an example of each. Modifies the document, and returns what is missing.
 */
export function addExamples(document: Document): string[] {
  const examples: Record<string, O.ExampleObject> = {};
  const gaps = new Map<string, string>();
  const unused = new Set(Object.keys(values));
  for (const { name, media, isRequest } of bodiesOf(document)) {
    const schema = media.schema as Schema | undefined;
    if (!schema || isBinary(schema)) continue;
    const composed = namedExamples(document, schema, isRequest);
    for (const gap of composed.gaps) gaps.set(gap, gaps.get(gap) ?? name);
    for (const field of composed.told) unused.delete(field);
    const component = nameOf(schema);
    delete media.example;
    media.examples = Object.fromEntries(
      Object.entries(composed.named).map(([key, value]) => {
        if (!component) return [key, { value }];
        const id = key === 'example' ? component : `${component}.${key}`;
        examples[id] = { value };
        return [key, { $ref: `#/components/examples/${id}` }];
      }),
    );
  }
  const sorted = Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1));
  document.components.examples = Object.fromEntries(sorted);
  return [...[...gaps].map(([gap, name]) => `${name}: ${gap}`), ...[...unused].map((field) => `scripts/contract/story.json: no example needs ${field}`)];
}

/** Returns the bodies that need an example. A form has the same schema as the JSON beside it, and the same example. */
function bodiesOf(document: Document): Body[] {
  const bodies: Body[] = [];
  const add = (body: Omit<Body, 'media'>, content: Record<string, O.MediaTypeObject> | undefined) => {
    for (const media of Object.values(content ?? {})) bodies.push({ ...body, media });
  };
  for (const { operation } of operationsOf(document)) {
    const id = operation.operationId;
    if (operation.requestBody)
      add({ name: `the request of ${id}`, validator: `body_${id}`, isRequest: true }, resolve(document, operation.requestBody).content);
    for (const [status, response] of Object.entries(operation.responses ?? {}))
      if (status.startsWith('2'))
        add({ name: `the response ${status} of ${id}`, validator: `response_${id}_${status}`, isRequest: false }, resolve(document, response).content);
  }
  for (const [kind, item] of Object.entries(document.webhooks ?? {})) {
    const body = (item as O.PathItemObject).post?.requestBody;
    if (body) add({ name: `the event ${kind}`, validator: eventValidator(kind), isRequest: false }, resolve(document, body).content);
  }
  return bodies;
}

/** Validates every example with the generated validator of its body, given the code of both modules of validators. Returns the faults. */
export function exampleFaults(document: Document, requestCode: string, responseCode: string): string[] {
  const validators = { ...validatorsOf(requestCode), ...validatorsOf(responseCode) };
  return [
    ...new Set(
      bodiesOf(document).flatMap(({ name, validator, media }) =>
        Object.entries(media.examples ?? {}).flatMap(([key, example]) => {
          const validate = validators[validator];
          if (!validate || validate(asRead(resolve(document, example).value))) return [];
          return (validate.errors ?? []).map(({ instancePath, message }) => `${name}: the example \`${key}\` is invalid: ${instancePath} ${message}`);
        }),
      ),
    ),
  ];
}

function validatorsOf(code: string): Record<string, ValidateFunction> {
  const validators = {};
  compileFunction(code, ['exports', 'require'])(validators, createRequire(import.meta.url));
  return validators;
}

/** Returns a copy, which the validator may complete, with an object in place of each file, as the request reader stores it. */
const asRead = (value: unknown): unknown => JSON.parse(JSON.stringify(value), (_, item) => (item === FILE_CONTENT ? {} : item));

interface Choice {
  /** The field whose value decides. */
  member: string;
  shapes: Record<string, Schema>;
}

interface Composition {
  document: Document;
  isRequest: boolean;
  /** The kind that the example shows of each choice, by the field that decides. The first kind if it says nothing. */
  chosen: Record<string, string>;
  /** The choices that the composition met, outermost first. */
  met: Map<string, string[]>;
  /** The fields that the story told. */
  told: Set<string>;
  gaps: Set<string>;
}

/**
 * Composes one example named `example`, or one of each kind, named after the kind. A request gets one of each kind within the kind, too, such as
 * `quiz_matching`.
 */
function namedExamples(document: Document, schema: Schema, isRequest: boolean): Pick<Composition, 'told' | 'gaps'> & { named: Record<string, unknown> } {
  const [told, gaps] = [new Set<string>(), new Set<string>()];
  const attempt = (chosen: Record<string, string>) => {
    const composition: Composition = { document, isRequest, chosen, met: new Map(), told, gaps };
    return { value: compose(composition, schema, { owner: '', member: '' }), met: composition.met };
  };
  const first = attempt({});
  const outer = outerChoice(document, resolve(document, schema) as Schema);
  if (!outer) return { named: { example: first.value }, told, gaps };
  const named = Object.keys(outer.shapes).flatMap((kind) => {
    const chosen = { [outer.member]: kind };
    const { value, met } = attempt(chosen);
    const inner = isRequest ? [...met].filter(([member]) => member !== outer.member) : [];
    const variants = inner.flatMap(([member, kinds]) => kinds.slice(1).map((other) => [`${kind}_${other}`, attempt({ ...chosen, [member]: other }).value]));
    return [[kind, value], ...variants];
  });
  return { named: Object.fromEntries(named), told, gaps };
}

/** The choice that a body itself makes, or that one of its fields makes for the whole body. */
function outerChoice(document: Document, schema: Schema): Choice | undefined {
  if (schema.examples) return undefined;
  const own = choiceOf(document, schema);
  if (own) return own;
  for (const property of Object.values(membersOf(document, schema))) {
    const choice = chosenBy(resolve(document, property) as Schema);
    if (choice) return choice;
  }
  return undefined;
}

const chosenBy = (schema: Schema): Choice | undefined => {
  const mark = schema['x-chosen-by'] as { member: string; shapes: Record<string, string> } | undefined;
  return mark && { member: mark.member, shapes: Object.fromEntries(Object.entries(mark.shapes).map(([kind, $ref]) => [kind, { $ref }])) };
};

/** Returns the choice between branches that each have another constant in the same field. */
function choiceOf(document: Document, schema: Schema): Choice | undefined {
  const branches = branchesOf(schema);
  if (branches.length < 2) return chosenBy(schema);
  const members = branches.map((branch) => membersOf(document, resolve(document, branch) as Schema));
  const constant = (property: Schema | undefined) => property?.const as string | undefined;
  const member = Object.keys(members[0] ?? {}).find((name) => new Set(members.map((all) => constant(all[name]) ?? '')).size === branches.length);
  if (!member || members.some((all) => constant(all[member]) === undefined)) return chosenBy(schema);
  return { member, shapes: Object.fromEntries(branches.map((branch, index) => [constant(members[index]?.[member]) as string, branch])) };
}

const branchesOf = (schema: Schema): Schema[] => ((schema.oneOf ?? schema.anyOf ?? []) as Schema[]).filter(({ type }) => type !== 'null');

/** Returns the fields of an object, with those of every schema in its `allOf`. */
function membersOf(document: Document, schema: Schema): Record<string, Schema> {
  const parts = ((schema.allOf ?? []) as Schema[]).map((part) => membersOf(document, resolve(document, part) as Schema));
  return Object.assign({}, ...parts, schema.properties) as Record<string, Schema>;
}

function requiredOf(document: Document, schema: Schema): Set<string> {
  const parts = ((schema.allOf ?? []) as Schema[]).flatMap((part) => [...requiredOf(document, resolve(document, part) as Schema)]);
  return new Set([...parts, ...((schema.required ?? []) as string[])]);
}

/** The field to give: its name, and the schema that it belongs to. */
interface Place {
  owner: string;
  member: string;
}

function compose(composition: Composition, given: Schema, place: Place): unknown {
  const { document, chosen, met, told, gaps } = composition;
  if (given.examples) return (given.examples as unknown[])[0];
  const schema = resolve(document, given) as Schema;
  const owner = nameOf(given) ?? place.owner;
  if (schema.examples) return (schema.examples as unknown[])[0];
  if (schema.const !== undefined) return schema.const;
  const choice = choiceOf(document, schema);
  if (choice) {
    const kinds = Object.keys(choice.shapes);
    met.set(choice.member, kinds);
    const shape = choice.shapes[chosen[choice.member] ?? (kinds[0] as string)] as Schema;
    return compose(composition, shape, { ...place, owner });
  }
  const [branch] = branchesOf(schema);
  if (branch && !schema.properties && !isNullableEnum(document, schema)) return compose(composition, branch, { ...place, owner });
  if (schema.allOf || schema.properties) return composeObject(composition, schema, owner);
  const kind = chosen[place.member];
  if (kind !== undefined && (schema.enum as unknown[] | undefined)?.includes(kind)) return kind;
  const known = values[place.member];
  if (known !== undefined && permits(schema, known)) {
    told.add(place.member);
    return known;
  }
  if (isNullableEnum(document, schema)) return null;
  if (schema.enum) return (schema.enum as unknown[])[0];
  if (holdsItems(schema)) return [compose(composition, schema.items as Schema, { owner, member: place.member.replace(/s$/, '') })];
  if (schema.type === 'object') return {};
  const typical = typicalValue(schema, place);
  if (typical === undefined) gaps.add(`${place.owner}.${place.member} has no example: give its schema \`examples\`, or add it to scripts/contract/story.json`);
  return typical;
}

function composeObject(composition: Composition, schema: Schema, owner: string): unknown {
  const { document, isRequest, gaps } = composition;
  const members = membersOf(document, schema);
  const required = requiredOf(document, schema);
  const deciding = new Set(Object.values(members).flatMap((property) => chosenBy(resolve(document, property) as Schema)?.member ?? []));
  const distinguishing = ownMembers(schema);
  const isShown = ([name, property]: [string, Schema]) =>
    !isRequest ||
    required.has(name) ||
    property.examples ||
    deciding.has(name) ||
    distinguishing.has(name) ||
    (resolve(document, property) as Schema)['x-chosen-by'];
  const shown = Object.entries(members).filter(isShown);
  if (isRequest && shown.length === 0 && Object.keys(members).length) gaps.add(`${owner} requires no field: give its schema \`examples\``);
  return Object.fromEntries(shown.map(([member, property]) => [member, compose(composition, property, { owner, member })]));
}

/** The members that a branch of a union adds to what all branches have, unless they can be left out without saying so. */
const ownMembers = ({ allOf = [] }: Schema): Set<string> =>
  new Set(
    (allOf as { properties?: Record<string, Schema> }[]).flatMap(({ properties = {} }) =>
      Object.entries(properties).flatMap(([name, { const: constant, anyOf }]) => ((constant ?? anyOf) ? [name] : [])),
    ),
  );

/** Returns a value that needs no story: an ID, a time, and what says that there is nothing. */
function typicalValue(schema: Schema, { owner, member }: Place): unknown {
  const types = [schema.type ?? []].flat();
  if (schema.format === 'uuid') return uuidOf(member === 'id' ? snake(owner.replaceAll(ROLE, '')) : member.replace(/_id$/, ''));
  if (types.includes('null')) return null;
  if (schema.default !== undefined) return schema.default;
  if (schema.format === 'date-time') return MOMENT;
  if (schema.format === 'date') return DAY;
  if (schema.format === 'binary') return FILE_CONTENT;
  if (types.includes('boolean')) return false;
  return undefined;
}

/** What such a field says, for example why something failed, is the exception. */
const isNullableEnum = (document: Document, schema: Schema): boolean =>
  (schema.enum as unknown[] | undefined)?.includes(null) ??
  (((schema.anyOf ?? []) as Schema[]).some(({ type }) => type === 'null') && branchesOf(schema).every((branch) => 'enum' in resolve(document, branch)));

const holdsItems = ({ type, items }: Schema): boolean => [type].flat().includes('array') && Object.keys((items ?? {}) as Schema).length > 0;

const permits = (schema: Schema, value: unknown): boolean => {
  if (schema.enum) return (schema.enum as unknown[]).includes(value);
  const types = [schema.type ?? []].flat() as string[];
  if (Array.isArray(value)) return types.includes('array');
  return types.includes(typeof value) || (typeof value === 'number' && types.includes('integer'));
};

/** Returns the UUIDv7 of a thing, which is the same in every example. All people of the story are one. */
function uuidOf(thing: string): string {
  const digits = createHash('sha256')
    .update(PEOPLE.test(thing) ? 'user' : thing)
    .digest('hex');
  return `0199f3${digits.slice(0, 2)}-${digits.slice(2, 6)}-7${digits.slice(6, 9)}-8${digits.slice(9, 12)}-${digits.slice(12, 24)}`;
}

const snake = (name: string): string => name.replaceAll(/(?<=.)[A-Z]/g, '_$&').toLowerCase();
const nameOf = (schema: Schema): string | undefined => (schema.$ref as string | undefined)?.replace(COMPONENTS, '');
const isBinary = (schema: Schema): boolean => schema.format === 'binary';
