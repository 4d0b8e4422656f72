/** A click on a link of an affiliate, to be counted. */
export interface Click {
  id: string;
  organisation_id: string;
  link_id: string;
  sub_id: string | null;
  /** RFC 3339 */
  clicked_at: string;
}
