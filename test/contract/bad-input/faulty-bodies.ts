import type { OperationRow } from '../../../src/http/contract/operation-row.ts';
import { type Encoded, formOf, json, multipart, urlencoded } from './encodings.ts';
import { type Fault, faultsOf, MARKER } from './faults.ts';
import type { Case } from './refusals.ts';
import type { Base } from './samples.ts';
import { bodySchema, type Members } from './schema.ts';
import type { EntryWithBody, World } from './world.ts';

type RowWithBody = EntryWithBody[1];

const DEEP = 10_000;
/** Of the faults inside a shape that was tried in full before, and of those in forms, one in so many is tried. */
const SOME = 7;
const triedInFull = new Map<string, string>();

/** Single faults in every member: all of them in JSON, and in both kinds of form where a form can say it. */
export function* faultyBodies(world: World, [id, row]: EntryWithBody, bases: Base[]): Generator<Case> {
  for (const base of bases) {
    const shape = base.chosen?.schema.$ref ?? id;
    if (!triedInFull.has(shape)) triedInFull.set(shape, id);
    const inFull = triedInFull.get(shape) === id;
    let place = 0;
    for (const fault of faultsOf(bodySchema(id), base)) {
      place++;
      const few = base.chosen !== null && place % SOME !== 0;
      if (!few || inFull) yield faulty(world, row, fault, json(fault.body));
      const form = few ? null : formOf(fault.body, row.body.members);
      if (form) yield faulty(world, row, fault, urlencoded(form));
      if (form) yield faulty(world, row, fault, multipart(form));
    }
  }
}

function faulty(world: World, row: OperationRow, { what, field }: Fault, body: Encoded): Case {
  return { what: `${field} ${what}, as ${body.type}`, send: () => world.call(row, body), statuses: [400], field };
}

/** Numbers that no double holds: read as JSON.parse reads them, they would be kept as something else. */
export function* endlessNumbers(world: World, row: RowWithBody, { body }: Base): Generator<Case> {
  for (const [name, { kind }] of Object.entries(row.body.members)) {
    if (kind === 'string' || kind === 'boolean') continue;
    for (const number of ['1e999', '-1e999', '9'.repeat(400)]) {
      const text = JSON.stringify({ ...body, [name]: kind === 'json' ? { a: [MARKER] } : MARKER }).replace(JSON.stringify(MARKER), number);
      yield { what: `${name} holds ${number.slice(0, 10)}`, send: () => world.call(row, json(text)), statuses: [400], field: name };
    }
  }
}

/** Nesting far beyond what is allowed, in each member. The value cannot be built, only written. */
export function* deepBodies(world: World, row: RowWithBody, { body }: Base): Generator<Case> {
  const texts = [`${'['.repeat(DEEP)}${']'.repeat(DEEP)}`, `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`];
  for (const deep of texts) {
    yield { what: `the root is ${deep.slice(0, 5)}`, send: () => world.call(row, json(deep)), statuses: [400] };
    for (const [name, { kind }] of Object.entries(row.body.members)) {
      const text = JSON.stringify({ ...body, [name]: MARKER }).replace(JSON.stringify(MARKER), deep);
      yield { what: `${name} is ${deep.slice(0, 5)}`, send: () => world.call(row, json(text)), statuses: [400], field: name };
      const form = kind === 'json' ? formOf(body, row.body.members) : null;
      if (form) {
        const rest = form.filter(([member]) => member !== name);
        yield {
          what: `${name} is ${deep.slice(0, 5)} in a form`,
          send: () => world.call(row, urlencoded([...rest, [name, deep]])),
          statuses: [400],
          field: name,
        };
      }
    }
  }
}

/** A body for each array of objects in it, with far more of them than there may be, none of them right. */
export function* crowdedBodies(id: string, bases: Base[], size: number): Generator<{ field: string; body: Members }> {
  const crowd = Array(size).fill({});
  for (const base of bases)
    for (const { what, field, body } of faultsOf(bodySchema(id), base)) {
      if (what !== 'has too many') continue;
      const steps = field.split('.');
      const last = steps.pop() ?? '';
      const crowded = structuredClone(body);
      const holder = steps.reduce((value, step) => value[step] as Members, crowded);
      if (typeof (holder[last] as unknown[])[0] !== 'object') continue;
      holder[last] = crowd;
      yield { field, body: crowded };
    }
}

/** A body with many members that the contract does not name, each with the same value. */
export function withUnknown(base: Members, names: string[], value: string): Members {
  return { ...Object.fromEntries(names.map((name) => [name, value])), ...base };
}
