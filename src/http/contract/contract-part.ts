import type { OpenAPIV3_1 as O } from 'openapi-types';
import { ValidationError } from '../../domain/kernel/errors.ts';
import { strictQuery } from './coercion.ts';
import { componentsReached } from './references.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export const SURFACES = ['agent', 'session'] as const;
export type Surface = (typeof SURFACES)[number];

export type ServedOperation = O.OperationObject & { 'x-qa'?: boolean; 'x-quota'?: { name: string }[] };
export type ServedDocument = O.Document & {
  'x-tagGroups'?: { name: string; tags: string[] }[];
  'x-quotas'?: Record<string, unknown>;
  'x-web-app-routes'?: Record<string, unknown>;
};

/** A selection of operations: those of a surface, with one of these tags. Null: both surfaces, or any tag. */
export interface ContractPart {
  surface: Surface | null;
  tags: readonly string[] | null;
}

/** The surface of each tag, in the order of the contract. The operations of one tag belong to one surface. */
export type SurfaceOfTag = ReadonlyMap<string, Surface>;

const surfaceOf = ({ security }: ServedOperation): Surface => (security?.some((requirement) => 'agentKey' in requirement) ? 'agent' : 'session');

const operationsOf = (paths: O.PathsObject = {}): ServedOperation[] =>
  Object.values(paths).flatMap((item) => METHODS.flatMap((method) => (item?.[method] as ServedOperation | undefined) ?? []));

export function surfaceOfTags({ tags = [], paths }: ServedDocument): SurfaceOfTag {
  const surfaces = new Map(operationsOf(paths).flatMap((operation) => (operation.tags ?? []).map((tag) => [tag, surfaceOf(operation)])));
  return new Map(tags.map(({ name }) => [name, surfaces.get(name) ?? 'session']));
}

const PARAMETERS = { surface: { type: 'string' }, tags: { type: 'string' } } as const;

/**
 * Returns the part of the contract that the query of a URL names. The tags have the order of the contract, whatever their order in the query.
 * @throws ValidationError
 */
export function readPart(search: string, surfaceOfTag: SurfaceOfTag): ContractPart {
  const faults: ConstructorParameters<typeof ValidationError>[0] = [];
  const { surface, tags } = strictQuery(search, PARAMETERS, faults) as { surface?: string; tags?: string };
  const known = SURFACES.find((name) => name === surface) ?? null;
  if (surface !== undefined && known === null) faults.push({ field: 'surface', code: 'not_a_choice', message: `Must be one of: ${SURFACES.join(', ')}.` });
  const named = tags === undefined ? null : new Set(tags.split(',').map((name) => name.trim()));
  for (const name of named ?? []) {
    const place = surfaceOfTag.get(name);
    if (place === undefined) faults.push({ field: 'tags', code: 'unknown', message: noTag(name, surfaceOfTag) });
    else if (known !== null && place !== known)
      faults.push({ field: 'tags', code: 'unknown', message: `The tag ${JSON.stringify(name)} belongs to the ${place} surface.` });
  }
  if (faults.length) throw new ValidationError(faults);
  return { surface: known, tags: named && [...surfaceOfTag.keys()].filter((name) => named.has(name)) };
}

function noTag(name: string, surfaceOfTag: SurfaceOfTag): string {
  if (name === '') return 'List tags in the contract, separated by commas, such as Courses,Lessons.';
  const meant = [...surfaceOfTag.keys()].find((tag) => tag.toLowerCase() === name.toLowerCase());
  return `The contract has no tag ${JSON.stringify(name.slice(0, 100).toWellFormed())}${meant === undefined ? '.' : `; did you mean ${JSON.stringify(meant)}?`}`;
}

/** The chapter of the introduction that lists `x-web-app-routes`. */
export const ROUTES_CHAPTER = '## Web application';

/** Returns the text of the introduction without the chapter on routes. */
export const withoutRoutes = (description: string): string =>
  description
    .split(/\n\n(?=## )/)
    .filter((chapter) => !chapter.startsWith(ROUTES_CHAPTER))
    .join('\n\n');

/** Returns the part of a contract that has these operations, all that they refer to, and nothing else. */
export function contractPart(document: ServedDocument, { surface, tags }: ContractPart): ServedDocument {
  const ofSurface = (place: Surface) => surface === null || surface === place;
  const ofTags = (operation: ServedOperation) => tags === null || (operation.tags ?? []).some((tag) => tags.includes(tag));
  const paths = withOperations(document.paths, (operation) => ofSurface(surfaceOf(operation)) && ofTags(operation));
  // An event is sent to endpoints that the session surface manages.
  const webhooks = withOperations(document.webhooks, (operation) => ofSurface('session') && ofTags(operation));
  const operations = [...operationsOf(paths), ...operationsOf(webhooks)];
  const used = {
    tags: new Set(operations.flatMap((operation) => operation.tags ?? [])),
    quotas: new Set(operations.flatMap((operation) => (operation['x-quota'] ?? []).map(({ name }) => name))),
    schemes: new Set(operations.flatMap(({ security = [] }) => security.flatMap((requirement) => Object.keys(requirement)))),
  };
  const { webhooks: _webhooks, 'x-web-app-routes': routes, 'x-quotas': quotas, components = {}, ...rest } = withTags(document, (tag) => used.tags.has(tag));
  const reached = componentsReached(components as Components, [paths, webhooks]);
  const hasRoutes = ofSurface('session') && tags === null;
  return {
    ...rest,
    ...(!hasRoutes && { info: { ...rest.info, description: withoutRoutes(rest.info.description ?? '') } }),
    ...(quotas && { 'x-quotas': only(quotas, (name) => used.quotas.has(name)) }),
    ...(routes && hasRoutes && { 'x-web-app-routes': routes }),
    paths,
    ...(Object.keys(webhooks).length > 0 && { webhooks }),
    components: withComponents(components, (kind, name) => (kind === 'securitySchemes' ? used.schemes.has(name) : reached.has(`${kind}/${name}`))),
  } as ServedDocument;
}

/** Returns the contract without its QA operations, and without the tags and components that only these have. */
export function withoutQa(document: ServedDocument): ServedDocument {
  const paths = withOperations(document.paths, (operation) => !operation['x-qa']);
  const tagsOf = (all: O.PathsObject | undefined) => new Set(operationsOf(all).flatMap(({ tags = [] }) => tags));
  const [tagsBefore, tags] = [tagsOf(document.paths), tagsOf(paths)];
  const { webhooks, components = {} } = document;
  const before = componentsReached(components as Components, [document.paths, webhooks]);
  const reached = componentsReached(components as Components, [paths, webhooks]);
  return {
    ...withTags(document, (tag) => tags.has(tag) || !tagsBefore.has(tag)),
    paths,
    components: withComponents(components, (kind, name) => reached.has(`${kind}/${name}`) || !before.has(`${kind}/${name}`)),
  };
}

type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const only = <T>(named: Readonly<Record<string, T>>, isKept: (name: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(named).filter(([name]) => isKept(name)));

/** Leaves out the paths without any remaining operation. */
const withOperations = (paths: O.PathsObject = {}, isKept: (operation: ServedOperation) => boolean): O.PathsObject =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, item = {}]) => {
      const isLeft = (name: string) => !METHODS.some((method) => method === name) || isKept(item[name as 'get'] as ServedOperation);
      const kept = only(item as Record<string, unknown>, isLeft) as O.PathItemObject;
      return METHODS.some((method) => kept[method]) ? [[path, kept]] : [];
    }),
  );

function withTags(document: ServedDocument, isKept: (tag: string) => boolean): ServedDocument {
  const groups = document['x-tagGroups']?.map(({ name, tags }) => ({ name, tags: tags.filter(isKept) }));
  return {
    ...document,
    ...(document.tags && { tags: document.tags.filter(({ name }) => isKept(name)) }),
    ...(groups && { 'x-tagGroups': groups.filter(({ tags }) => tags.length) }),
  };
}

const withComponents = (components: O.ComponentsObject, isKept: (kind: string, name: string) => boolean): O.ComponentsObject =>
  Object.fromEntries(
    Object.entries(components as Components).flatMap(([kind, named]) => {
      const kept = only(named, (name) => isKept(kind, name));
      return Object.keys(kept).length ? [[kind, kept]] : [];
    }),
  );
