import type { components } from '../../../generated/api.ts';

/** A named shape of the contract, as the validators leave it: defaults filled in. */
export type Shape<Name extends keyof components['schemas']> = components['schemas'][Name];

/** One page of a list, before the HTTP layer adds the addresses of its neighbours. */
export interface Page<T> {
  count: number;
  results: T[];
}

/** `page` from 1, `page_size` from 1 to 200. */
export interface Paging {
  page: number;
  page_size: number;
}
