import type { MemberOrders, OrderRow } from '../../src/http/member-order.ts';
import { merged } from './closed.ts';
import { type Document, operationsOf, resolve, type Schema } from './document.ts';
import { discriminatorOf } from './flat.ts';

/** Generates the order in which responses list the members of their objects: that of the contract. */
export function memberOrder(document: Document): string {
  const orders: Record<string, OrderRow> = {};
  const responses: MemberOrders['responses'] = {};
  for (const { operation } of operationsOf(document))
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const schema = status.startsWith('2') ? resolve(document, response).content?.['application/json']?.schema : undefined;
      const order = schema && orderOf(document, schema as Schema, `${operation.operationId} ${status}`, orders);
      if (order) responses[operation.operationId ?? ''] = { ...responses[operation.operationId ?? ''], [status]: order };
    }
  const problems: MemberOrders['problems'] = {};
  for (const name of Object.keys(document.components.schemas)) {
    const { properties } = merged(document, { $ref: `#/components/schemas/${name}` }) as { properties?: Record<string, Schema> };
    if (typeof properties?.code?.const !== 'string' || !properties.request_id) continue;
    const inner = Object.entries(properties).flatMap(([member, schema]) => {
      const order = member === 'errors' ? null : orderOf(document, schema, `${name}.${member}`, orders);
      return order ? [[member, order] as const] : [];
    });
    if (inner.length === 0) continue;
    orders[name] = { names: Object.keys(properties), inner: Object.fromEntries(inner) };
    problems[properties.code.const] = name;
  }
  return `${JSON.stringify({ orders, responses, problems } satisfies MemberOrders, null, 1)}\n`;
}

/** Adds the order of a schema under its name, or else under its place, and returns that key. Returns null if the schema has no members of its own. */
function orderOf(document: Document, schema: Schema, place: string, orders: Record<string, OrderRow>): string | null {
  const name = typeof schema.$ref === 'string' ? (schema.$ref.split('/').at(-1) as string) : place;
  if (name in orders) return name;
  const whole = merged(document, schema);
  if (whole.items) return orderOf(document, whole.items as Schema, place, orders);
  const choice = discriminatorOf(whole);
  if (choice) {
    const row: OrderRow = { by: choice.propertyName, of: {} };
    orders[name] = row;
    for (const [kind, $ref] of Object.entries(choice.mapping)) row.of[kind] = orderOf(document, { $ref }, $ref, orders) as string;
    return name;
  }
  const kinds = ((whole.anyOf ?? whole.oneOf ?? []) as Schema[]).filter(({ type }) => type !== 'null');
  if (kinds.length === 1) return orderOf(document, kinds[0] as Schema, place, orders);
  if (!whole.properties) return null;
  const row: OrderRow = { names: Object.keys(whole.properties), inner: {} };
  orders[name] = row;
  for (const [member, inner] of Object.entries(whole.properties as Record<string, Schema>)) {
    const order = orderOf(document, inner, `${name}.${member}`, orders);
    if (order) row.inner[member] = order;
  }
  return name;
}
