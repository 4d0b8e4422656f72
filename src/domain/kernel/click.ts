import type { Client } from './client.ts';

/** A click on a link of an affiliate, to be counted. */
export interface Click extends Client {
  organisation_id: string;
  link_id: string;
  /** What the affiliate tells their clicks apart by. */
  sub_id: string | null;
  /** RFC 3339, in UTC */
  clicked_at: string;
}
