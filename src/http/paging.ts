import type { Page, Paging } from '../domain/kernel/contract.ts';

export interface PagedList<T> {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
}

/** The envelope of every list. The neighbours keep the request's other parameters. */
export function paged<T>(address: URL, { page, page_size }: Paging, { count, results }: Page<T>): PagedList<T> {
  const last = Math.max(1, Math.ceil(count / page_size));
  const to = (number: number) => {
    const url = new URL(address);
    url.searchParams.set('page', String(number));
    return url.href;
  };
  return { count, next: page < last ? to(page + 1) : null, previous: page > 1 ? to(Math.min(page - 1, last)) : null, results };
}
