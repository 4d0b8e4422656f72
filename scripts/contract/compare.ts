import { isClosed, merged } from './closed.ts';
import { type ContractOperation, type Document, eventsOf, operationsOf, resolve, type Schema } from './document.ts';
import { discriminatorOf, flat } from './flat.ts';

/** Returns the changes from `before` to `after` that can break a client, each as one line. Additions that a client can ignore are not included. */
export function breakingChanges(before: Document, after: Document): string[] {
  return [...brokenOperations(before, after), ...brokenEvents(before, after)];
}

/** Returns the breaking changes of events, which clients read like responses. */
function brokenEvents(before: Document, after: Document): string[] {
  const now = new Map(eventsOf(after));
  return eventsOf(before).flatMap(([kind, schema]) => {
    const later = now.get(kind);
    if (!later) return [`${kind}: removed`];
    const changes: string[] = [];
    compare([before, schema], [after, later], 'response', 'body', (what) => changes.push(`${kind}: ${what}`), new Set());
    return [...new Set(changes)];
  });
}

/** Whether everybody is still admitted. An operation may also become open to callers without a credential. */
function admitsAll(later: ContractOperation['security'], before: ContractOperation['security']): boolean {
  return JSON.stringify(later) === JSON.stringify(before) || JSON.stringify(later) === JSON.stringify([...(before ?? []), {}]);
}

function brokenOperations(before: Document, after: Document): string[] {
  const now = new Map(operationsOf(after).map((entry) => [`${entry.method.toUpperCase()} ${shape(entry.path)}`, entry.operation]));
  return operationsOf(before).flatMap(({ method, path, operation }) => {
    const name = `${method.toUpperCase()} ${path}`;
    const later = now.get(`${method.toUpperCase()} ${shape(path)}`);
    if (!later) return [`${name}: removed`];
    const changes: string[] = [];
    const fault = (what: string) => changes.push(`${name}: ${what}`);
    if (later.operationId !== operation.operationId) fault(`operationId ${operation.operationId} is now ${later.operationId}`);
    if (!admitsAll(later.security, operation.security) || later['x-scope'] !== operation['x-scope']) fault('needs another credential or scope');
    const parameters = (document: Document, owner: typeof operation) => (owner.parameters ?? []).map((parameter) => resolve(document, parameter));
    const known = new Map(parameters(before, operation).map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
    for (const parameter of parameters(after, later)) {
      if (parameter.in !== 'path' && parameter.required && !known.get(`${parameter.in} ${parameter.name}`)?.required)
        fault(`parameter ${parameter.name} is now required`);
      known.delete(`${parameter.in} ${parameter.name}`);
    }
    for (const parameter of known.values()) if (parameter.in !== 'path') fault(`parameter ${parameter.name} was removed`);
    const body = (document: Document, owner: typeof operation) => owner.requestBody && resolve(document, owner.requestBody);
    const [oldBody, newBody] = [body(before, operation), body(after, later)];
    if (newBody?.required && !oldBody?.required) fault('a body is now required');
    for (const [type, media] of Object.entries(oldBody?.content ?? {})) {
      const other = newBody?.content[type];
      if (!other) fault(`${type} is no longer accepted`);
      else compareBodies([before, media.schema as Schema], [after, other.schema as Schema], fault);
    }
    for (const [status, declared] of Object.entries(operation.responses ?? {})) {
      const other = later.responses?.[status];
      if (!other) {
        if (status.startsWith('2')) fault(`status ${status} was removed`);
        continue;
      }
      const [oldContent, newContent] = [resolve(before, declared).content, resolve(after, other).content];
      for (const [type, media] of Object.entries(oldContent ?? {})) {
        const match = newContent?.[type];
        if (!match) fault(`${status} no longer returns ${type}`);
        else
          for (const part of knownParts(media.schema as Schema, match.schema as Schema))
            compare([before, media.schema as Schema], [after, part], 'response', status, fault, new Set());
      }
    }
    return [...new Set(changes)];
  });
}

/**
 * Returns the schemas that must match the previous schema of an error. An error that gets further codes becomes a choice: clients know one branch, and treat
 * the others according to their status. If they know none of the branches, each must match.
 */
function knownParts(old: Schema, now: Schema): Schema[] {
  const branches = (now.anyOf ?? []) as Schema[];
  const known = branches.find((branch) => [branch, ...((branch.allOf ?? []) as Schema[])].some(({ $ref }) => $ref !== undefined && $ref === old.$ref));
  if (known) return [known];
  return old.anyOf || branches.length === 0 ? [now] : branches;
}

interface Choice {
  mapping: Record<string, string>;
}

/** Returns the shape that a choice has for old clients: if the choice may be left out, its first branch, which must accept what the old shape did. */
function unchosen(document: Document, old: Schema, now: Schema): Schema {
  const [first] = Object.values((now['x-optional-discriminator'] as Choice | undefined)?.mapping ?? {});
  return first !== undefined && old.oneOf === undefined ? merged(document, { $ref: first }) : now;
}

/**
 * Compares request bodies. A body that becomes a union of objects still accepts its previous members, whichever of them a branch requires: tests compare every
 * body that the service accepts with the union.
 */
function compareBodies([before, old]: Side, [after, now]: Side, fault: (what: string) => void): void {
  const [was, is] = [resolve(before, old) as Schema, resolve(after, now) as Schema];
  const isNewUnion = discriminatorOf(is) !== undefined && discriminatorOf(was) === undefined;
  compare([before, old], [after, isNewUnion ? flat(after, is) : now], 'request', 'body', fault, new Set());
}

/** Replaces the names of path parameters, which do not matter to a caller. */
const shape = (path: string): string => path.replaceAll(/\{[^}]+\}/g, '{}');

type Side = [document: Document, schema: Schema];

function compare(
  [before, oldRaw]: Side,
  [after, newRaw]: Side,
  direction: 'request' | 'response',
  at: string,
  fault: (what: string) => void,
  visited: Set<string>,
): void {
  const place = `${at} ${String(oldRaw.$ref ?? '')}`;
  if (visited.has(place)) return;
  visited.add(place);
  const old = merged(before, oldRaw);
  const kinds = direction === 'response' ? newKinds(after, old, newRaw) : null;
  if (kinds) {
    for (const kind of kinds) compare([before, old], [after, kind], direction, at, fault, new Set(visited));
    return;
  }
  const now = direction === 'request' ? unchosen(after, old, merged(after, newRaw)) : merged(after, newRaw);
  const lost = (name: 'type' | 'enum') => {
    const [had, has] = [values(old, name), values(now, name)];
    const narrower = had && has ? had.filter((value) => !has.includes(value)) : !had && has ? ['any'] : [];
    const wider = had && has ? has.filter((value) => !had.includes(value)) : had && !has ? ['any'] : [];
    const harmful = direction === 'request' ? narrower : wider;
    if (harmful.length) fault(`${at}: ${name} ${direction === 'request' ? 'no longer accepts' : 'may now be'} ${harmful.join(', ')}`);
  };
  lost('type');
  // An existing error may get further codes: clients treat unknown codes according to the status.
  if (direction === 'request' || !/^[45]\d\d\.(?:code|errors\[\]\.code)$/.test(at)) lost('enum');
  for (const [bound, tighter] of BOUNDS) {
    const [had, has] = [old[bound], now[bound]] as (number | undefined)[];
    if (direction === 'request' && has !== undefined && (had === undefined || tighter(had, has))) fault(`${at}: ${bound} is now ${has}`);
  }
  if (direction === 'request' && now.pattern !== undefined && now.pattern !== old.pattern) fault(`${at}: pattern is now ${String(now.pattern)}`);
  if (direction === 'request' && isClosed(now) && !isClosed(old)) fault(`${at}: no longer accepts unknown members`);
  const [oldRequired, newRequired] = [(old.required as string[]) ?? [], (now.required as string[]) ?? []];
  const harmed =
    direction === 'request' ? newRequired.filter((name) => !oldRequired.includes(name)) : oldRequired.filter((name) => !newRequired.includes(name));
  for (const name of harmed) fault(`${at}.${name}: ${direction === 'request' ? 'is now required' : 'may now be missing'}`);
  const [oldMembers, newMembers] = [(old.properties as Record<string, Schema>) ?? {}, (now.properties as Record<string, Schema>) ?? {}];
  for (const [name, member] of Object.entries(oldMembers)) {
    const other = newMembers[name];
    if (!other) fault(`${at}.${name}: was removed`);
    else compare([before, member], [after, other], direction, `${at}.${name}`, fault, visited);
  }
  if (old.items && now.items) compare([before, old.items as Schema], [after, now.items as Schema], direction, `${at}[]`, fault, visited);
  for (const union of ['oneOf', 'anyOf']) {
    const [oldBranches, newBranches] = [(old[union] as Schema[]) ?? [], (now[union] as Schema[]) ?? []];
    for (const branch of oldBranches) {
      const other = newBranches.find((candidate) => (branch.$ref ? candidate.$ref === branch.$ref : JSON.stringify(candidate) === JSON.stringify(branch)));
      if (other) compare([before, branch], [after, other], direction, at, fault, visited);
      else if (direction === 'request') fault(`${at}: no longer accepts ${String(branch.$ref ?? JSON.stringify(branch))}`);
    }
    if (direction === 'response' && oldBranches.length) {
      for (const branch of newBranches) {
        if (branch.$ref && !oldBranches.some(({ $ref }) => partsOf(after, branch).has($ref))) fault(`${at}: may now be ${String(branch.$ref)}`);
      }
    }
  }
}

/** Returns the branches of a response that has become a union of objects, or null: clients that knew one object read each branch as that object. */
function newKinds(document: Document, old: Schema, now: Schema): Schema[] | null {
  const union = resolve(document, now) as Schema;
  return old.oneOf === undefined && discriminatorOf(union) ? (union.oneOf as Schema[]) : null;
}

/** Returns the name of a schema, and the names of all schemas whose members it includes. */
const partsOf = (document: Document, schema: Schema): Set<unknown> =>
  new Set([schema.$ref, ...(((resolve(document, schema) as Schema).allOf ?? []) as Schema[]).map(({ $ref }) => $ref)]);

const larger = (had: number, has: number) => has > had;
const smaller = (had: number, has: number) => has < had;
const BOUNDS: [name: string, tighter: (had: number, has: number) => boolean][] = [
  ['minimum', larger],
  ['minLength', larger],
  ['minItems', larger],
  ['maximum', smaller],
  ['maxLength', smaller],
  ['maxItems', smaller],
];

/** Returns the values that a keyword allows, or undefined if it does not restrict them. A constant is an enumeration of one value. */
function values(schema: Schema, name: 'type' | 'enum'): unknown[] | undefined {
  const value = schema[name] ?? (name === 'enum' ? schema.const : undefined);
  return value === undefined ? undefined : [value].flat();
}
