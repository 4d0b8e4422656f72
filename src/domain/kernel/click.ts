import type { Client } from './client.ts';

/** A click on an affiliate's link that is to be counted. */
export interface Click extends Client {
  organisation_id: string;
  link_id: string;
  /** The affiliate's own label for telling their clicks apart. */
  sub_id: string | null;
  /** RFC 3339, in UTC */
  clicked_at: string;
}
