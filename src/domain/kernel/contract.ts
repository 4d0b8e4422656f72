import type { components } from '../../../generated/api.ts';

/** A named schema of the contract, after validation has filled in the defaults. */
export type Shape<Name extends keyof components['schemas']> = components['schemas'][Name];

/** One page of a list, before the HTTP layer adds the URLs of the previous and next pages. */
export interface Page<T> {
  count: number;
  results: T[];
}

/** `page` starts at 1. `page_size` is from 1 to 200. */
export interface Paging {
  page: number;
  page_size: number;
}
