import { type OperationId, operationTable } from '../../../generated/operations.ts';
import type { OperationRow } from '../../../src/http/contract/operation-row.ts';
import { type Encoded, encode } from './encodings.ts';
import { baseBodies } from './samples.ts';
import type { Members } from './schema.ts';

export type Entry = [OperationId, OperationRow];
export type EntryWithBody = [OperationId, OperationRow & { body: NonNullable<OperationRow['body']> }];

/** Without operations that require a signature over the body, which refuse every body of these checks alike. */
export const operations = (Object.entries(operationTable) as Entry[]).filter(([, row]) => !row.signed);
export const operationsWithBody = operations.filter((entry): entry is EntryWithBody => entry[1].body !== null);

export const NOWHERE = '01890000-0000-7000-8000-000000000000';
export const PARAMETER = /\{[^}]+\}/g;
const shape = (path: string): string => path.replaceAll(PARAMETER, '{}');
/** The surface, and the kind of object that a path ends in. A lesson has the same kind whether or not the path contains its chapter. */
const kindOf = (path: string): string =>
  `${path.startsWith('/api/v1/agent/') ? 'agent' : 'session'} ${path
    .split('/')
    .slice(path.endsWith('/{}/{}/') ? -4 : -3)
    .join('/')}`;

type Ask = (row: OperationRow, body: Encoded) => Promise<{ status: number; text: string }>;
/** Returns members of a valid body that cannot be derived from the contract. */
type Facts = (id: OperationId, row: OperationRow) => Promise<Members>;

/** One object of every kind that can be created through the contract, for the paths that contain its id. */
export class Objects {
  readonly #ids = new Map<string, string>();
  /** The reasons why the objects of some kinds could not be created. */
  readonly #failures = new Map<string, string>();

  /** Creates parents first, because the path of an object begins with its parent's. A repeated call creates siblings of the first objects. */
  async create(ask: Ask, facts: Facts): Promise<void> {
    const creates = operationsWithBody.filter(
      ([, row]) => row.method === 'post' && operations.some(([, other]) => shape(other.path).startsWith(`${shape(row.path)}{}/`)),
    );
    for (const [id, row] of creates.sort(([, one], [, other]) => one.path.length - other.path.length)) {
      const kind = kindOf(`${shape(row.path)}{}/`);
      const failure = await this.#createOne(id, row, ask, facts).catch((error: Error) => error.message);
      if (failure !== null) this.#failures.set(kind, failure);
    }
  }

  /** Returns the reason why the object could not be created, or null. */
  async #createOne(id: OperationId, row: EntryWithBody[1], ask: Ask, facts: Facts): Promise<string | null> {
    const { status, text } = await ask(row, encode(row.body, { ...baseBodies(id)[0]?.body, ...(await facts(id, row)) }));
    if (status !== 201) return `${id}: ${status} ${text}`;
    const kind = kindOf(`${shape(row.path)}{}/`);
    this.#ids.set(kind, this.#ids.get(kind) ?? (JSON.parse(text) as { id: string }).id);
    return null;
  }

  /** Adds an object that no operation creates. */
  add(path: string, id: string): void {
    this.#ids.set(kindOf(shape(path)), id);
  }

  /** Returns the id of the object that a path ends in, or null if such objects cannot be created.
   * @throws Error if creating it failed */
  find(path: string): string | null {
    const kind = kindOf(shape(path));
    const failure = this.#failures.get(kind);
    if (failure !== undefined) throw new Error(failure);
    return this.#ids.get(kind) ?? null;
  }

  /** Returns the path of an operation with the ids in `given`, or else with the ids of these objects. */
  address(row: OperationRow, given: Record<string, string> = {}): string {
    return row.path.replaceAll(
      PARAMETER,
      (parameter, offset: number) => given[parameter.slice(1, -1)] ?? this.find(`${row.path.slice(0, offset)}{}/`) ?? NOWHERE,
    );
  }
}
