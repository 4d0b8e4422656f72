/** Keeps the cookies of one service where the platform does not, such as in Node.js. Browsers hide cookies from scripts, and keep them themselves. */
export class Cookies {
  readonly #cookies = new Map<string, string>();

  /** The cookies, formatted as in the header `Cookie`. Empty if there are none. */
  get text(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  set text(text: string) {
    this.#cookies.clear();
    for (const pair of text.split('; ')) this.#keep(pair);
  }

  /** Stores and deletes cookies as the response says. */
  take({ headers }: Response): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/;\s*/);
      this.#keep(pair);
      if (attributes.some(isPast)) this.#cookies.delete(pair.slice(0, pair.indexOf('=')));
    }
  }

  #keep(pair: string): void {
    const end = pair.indexOf('=');
    if (end > 0) this.#cookies.set(pair.slice(0, end), pair.slice(end + 1));
  }
}

function isPast(attribute: string): boolean {
  const [name = '', value = ''] = attribute.split('=');
  if (/^max-age$/i.test(name)) return Number(value) <= 0;
  return /^expires$/i.test(name) && Date.parse(value) <= Date.now();
}
