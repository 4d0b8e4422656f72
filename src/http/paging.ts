import type { Page, Paging } from '../domain/kernel/contract.ts';

export interface PagedList<T> {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
}

/** Wraps a page in the envelope of every list. Links to adjacent pages repeat only those query parameters that were understood. */
export function paged<T>(address: URL, query: Paging, { count, results }: Page<T>): PagedList<T> {
  const { page, page_size } = query;
  const last = Math.max(1, Math.ceil(count / page_size));
  const understood = new Map(Object.entries(query).filter(([, value]) => value !== undefined));
  const to = (number: number) => {
    const url = new URL(address.pathname, address);
    for (const name of address.searchParams.keys()) if (understood.has(name)) url.searchParams.set(name, String(understood.get(name)));
    url.searchParams.set('page', String(number));
    return url.href;
  };
  return { count, next: page < last ? to(page + 1) : null, previous: page > 1 ? to(Math.min(page - 1, last)) : null, results };
}
