import type { Client } from './client.ts';

/** A click on a link of an affiliate, to be counted. */
export interface Click extends Client {
  organisation_id: string;
  link_id: string;
  /** RFC 3339, in UTC */
  clicked_at: string;
}
