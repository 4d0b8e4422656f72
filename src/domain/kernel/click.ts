/** A click on a link of an affiliate, to be counted. */
export interface Click {
  organisation_id: string;
  link_id: string;
  /** RFC 3339, in UTC */
  clicked_at: string;
  /** IP address or network of who has clicked. It is not stored. */
  address: string;
  /** How the browser names itself. It is not stored. */
  browser: string;
}
