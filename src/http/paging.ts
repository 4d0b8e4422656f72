import type { JsonPage, Page, Paging } from '../domain/kernel/contract.ts';
import type { LedgerPage, LedgerPaging } from '../domain/kernel/ledgers.ts';
import { JsonText } from '../platform/database/json.ts';

export interface PagedList<T> {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
}

/** Wraps a page in the envelope of every list. Links to adjacent pages repeat only those query parameters that were understood. */
export function paged<T>(address: URL, query: Paging, { count, results }: Page<T>): PagedList<T> {
  const { page } = query;
  const last = lastPage(count, query);
  const to = (number: number) => linkTo(address, query, { page: String(number) });
  return { count, next: page < last ? to(page + 1) : null, previous: page > 1 ? to(Math.min(page - 1, last)) : null, results };
}

/** Wraps a page that the database has converted to JSON in the same envelope. */
export function pagedText<T>(address: URL, query: Paging, { count, results }: JsonPage<T>): JsonText<PagedList<T>> {
  const { results: _none, ...envelope } = paged(address, query, { count, results: [] });
  const start = `${JSON.stringify(envelope).slice(0, -1)},"results":`;
  return new JsonText(`${start}${results.text}}`, results.bytes && Buffer.byteLength(start) + results.bytes + 1);
}

/** Wraps a page of a ledger, whose links contain cursors, in the same envelope. From a page beyond the last one, `previous` leads back by page number. */
export function pagedLedger<T>(address: URL, query: LedgerPaging, { next, previous, ...ledger }: LedgerPage<T>): PagedList<T> & { is_count_exact: boolean } {
  const { page, cursor } = query;
  const to = (position: string | null) => position && linkTo(address, query, { cursor: position });
  const isBeyond = ledger.results.length === 0 && cursor === undefined && page > 1;
  const back = ledger.is_count_exact ? Math.min(page - 1, lastPage(ledger.count, query)) : page - 1;
  return { ...ledger, next: to(next), previous: isBeyond ? linkTo(address, query, { page: String(back) }) : to(previous) };
}

const lastPage = (count: number, { page_size }: Paging): number => Math.max(1, Math.ceil(count / page_size));

/** Returns the URL of the same list at another position. */
function linkTo(address: URL, query: Paging, position: { page: string } | { cursor: string }): string {
  const { page: _page, cursor: _cursor, ...rest }: LedgerPaging = query;
  const understood = new Map(Object.entries({ ...rest, ...position }).filter(([, value]) => value !== undefined));
  const parameters = new URLSearchParams();
  for (const name of address.searchParams.keys()) if (understood.has(name)) parameters.set(name, String(understood.get(name)));
  for (const [name, value] of Object.entries(position)) parameters.set(name, value);
  return `${address.origin}${address.pathname}?${parameters}`;
}
