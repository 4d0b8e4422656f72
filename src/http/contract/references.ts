const REFERENCE = /"#\/components\/(\w+)\/([\w.-]+)"/g;

type Components = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** Returns the components that values refer to, directly or through others, as `<kind>/<name>`. */
export function componentsReached(components: Components, roots: readonly unknown[]): Set<string> {
  const reached = new Set<string>();
  const pending: unknown[] = [...roots];
  for (const value of pending) {
    for (const [, kind = '', name = ''] of JSON.stringify(value ?? null).matchAll(REFERENCE)) {
      if (reached.has(`${kind}/${name}`)) continue;
      reached.add(`${kind}/${name}`);
      pending.push(components[kind]?.[name]);
    }
  }
  return reached;
}
