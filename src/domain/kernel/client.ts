/** The caller's address and browser, as far as they are known. Neither is stored as it is, except the address from which somebody signed up. */
export interface Client {
  /** IPv4 address, or /64 network of an IPv6 address. */
  address: string;
  /** The browser's name for itself. */
  browser: string;
}
