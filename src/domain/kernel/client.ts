/** From where somebody calls, as far as it can be told. It is not stored. */
export interface Client {
  /** IPv4 address, or /64 network of an IPv6 address. */
  address: string;
  /** How the browser names itself. */
  browser: string;
}
