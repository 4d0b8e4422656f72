import { createRequire } from 'node:module';
import type { OperationId } from '../../generated/operations.ts';

/** The form in which `make generate` writes an order: of the members of an object, or of each kind of a union. Named, because orders contain each other. */
export type OrderRow = { names: string[]; inner: Record<string, string> } | { by: string; of: Record<string, string> };

export interface MemberOrders {
  orders: Record<string, OrderRow>;
  /** The order of a response, by operation and status. */
  responses: Record<string, Record<string, string>>;
  /** The order of problem documents that contain objects, by code. */
  problems: Record<string, string>;
}

interface ObjectOrder {
  names: readonly string[];
  /** The orders of the members that are objects or lists of them. */
  inner: Map<string, Order>;
}

/** The order of an object or of the objects in a list. */
export type Order = ObjectOrder | { by: string; of: Map<string, Order> };

type Members = Record<string, unknown>;

let linkedOrders: { responses: Map<string, Order>; problems: Map<string, Order> } | undefined;

/** Returns all orders, which are read with the first response. */
function read() {
  linkedOrders ??= linked(createRequire(import.meta.url)('../../generated/member-order.json') as MemberOrders);
  return linkedOrders;
}

/** Returns the order of the members of a response, or null if it has no order. */
export const orderOf = (id: OperationId | null, status: number): Order | null => read().responses.get(`${id} ${status}`) ?? null;

/** Returns the order of the members of a problem document that contains objects. */
export const orderOfProblem = (code: string): Order | null => read().problems.get(code) ?? null;

function linked({ orders, responses, problems }: MemberOrders) {
  const made = new Map<string, Order>();
  const find = (name: string): Order => made.get(name) ?? make(name, orders[name] as OrderRow);
  const make = (name: string, row: OrderRow): Order => {
    const inner = new Map<string, Order>();
    const order: Order = 'by' in row ? { by: row.by, of: inner } : { names: row.names, inner };
    made.set(name, order);
    for (const [member, of] of Object.entries('by' in row ? row.of : row.inner)) inner.set(member, find(of));
    return order;
  };
  const byStatus = Object.entries(responses).flatMap(([id, names]) => Object.entries(names).map(([status, name]) => [`${id} ${status}`, name] as const));
  const found = (named: (readonly [key: string, name: string])[]) => new Map(named.map(([key, name]) => [key, find(name)]));
  return { responses: found(byStatus), problems: found(Object.entries(problems)) };
}

/** Returns the value with all members in their order. Values that are already in order are not copied. */
export function ordered(value: unknown, order: Order | null): unknown {
  if (order === null || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return orderedList(value, order);
  if (!isPlain(value)) return value;
  const own = ownOrder(value, order);
  if (!own) return value;
  let result = orderedOnce(value, own);
  for (const [name, inner] of own.inner) {
    const before = result[name];
    if (before === null || typeof before !== 'object') continue;
    const after = ordered(before, inner);
    if (after === before) continue;
    if (result === value) result = { ...value };
    result[name] = after;
  }
  return result;
}

function orderedList(list: unknown[], order: Order): unknown[] {
  let result = list;
  for (const [index, item] of list.entries()) {
    const after = ordered(item, order);
    if (after === item) continue;
    if (result === list) result = [...list];
    result[index] = after;
  }
  return result;
}

/** Returns an object with its own members in their order, without ordering the members of their values. */
export function orderedOnce(value: Members, { names }: ObjectOrder): Members {
  if (isOrdered(value, names)) return value;
  const result: Members = {};
  for (const name of names) {
    const member = value[name];
    if (member !== undefined) result[name] = member;
  }
  for (const name in value) if (!(name in result)) result[name] = value[name];
  return result;
}

function isOrdered(value: Members, names: readonly string[]): boolean {
  let at = 0;
  for (const name in value) {
    while (at < names.length && names[at] !== name) at++;
    if (at++ >= names.length) return false;
  }
  return true;
}

/** Returns the order of an object itself: that of its kind, if it belongs to a union. */
export function ownOrder(value: Members, order: Order): ObjectOrder | undefined {
  if (!('by' in order)) return order;
  const kind = order.of.get(String(value[order.by]));
  return kind && ownOrder(value, kind);
}

export const isPlain = (body: unknown): body is Members => body !== null && typeof body === 'object' && Object.getPrototypeOf(body) === Object.prototype;
