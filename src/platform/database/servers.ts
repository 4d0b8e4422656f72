const SCHEME = /^postgres(?:ql)?:\/\//i;

/**
 * Splits a connection string with several servers, as libpq reads it, into one for each: `postgres://lms:secret@db1,db2:5433/lms`. pg itself knows only
 * one server.
 */
export function serverUrls(url: string): [string, ...string[]] {
  const scheme = SCHEME.exec(url)?.[0] ?? '';
  const authority = url.slice(scheme.length).split(/[/?#]/, 1)[0] ?? '';
  const start = `${scheme}${authority.slice(0, authority.lastIndexOf('@') + 1)}`;
  const rest = url.slice(scheme.length + authority.length);
  const hosts = url.slice(start.length, scheme.length + authority.length).split(',');
  const [first, ...others] = hosts.map((host) => `${start}${host}${rest}`);
  return others.length && first !== undefined ? [first, ...others] : [url];
}

/** The servers of a pool. New connections go to the one that worked last, and if it fails, to the next one. */
export class Servers {
  readonly #urls: readonly [string, ...string[]];
  #current = 0;

  constructor(url: string) {
    this.#urls = serverUrls(url);
  }

  get count(): number {
    return this.#urls.length;
  }

  get current(): string {
    return this.#urls[this.#current] as string;
  }

  /** Moves on to the next server after a connection to this one failed. Of many connections that fail at the same time, only one does. */
  leave(url: string): void {
    if (url === this.current) this.#current = (this.#current + 1) % this.count;
  }
}
