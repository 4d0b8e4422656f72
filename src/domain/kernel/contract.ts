import type { components } from '../../../generated/api.ts';
import type { JsonText } from '../../platform/database/json.ts';

/** A named schema of the contract, after validation has filled in the defaults. */
export type Shape<Name extends keyof components['schemas']> = components['schemas'][Name];

/** One page of a list, before the HTTP layer adds the URLs of the previous and next pages. */
export interface Page<T> {
  count: number;
  results: T[];
}

/** A page whose rows the database has converted to JSON, for lists with large rows that are read often. */
export interface JsonPage<T> {
  count: number;
  results: JsonText<T[]>;
}

/** `page` starts at 1. `page_size` is from 1 to 200. */
export interface Paging {
  page: number;
  page_size: number;
}
