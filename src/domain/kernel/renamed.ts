import { Faults } from './errors.ts';

type Renamed<Query, Names extends Partial<Record<keyof Query, keyof Query>>> = Omit<Query, keyof Names>;

/**
 * Returns the parameters of a query under their current names. `names` maps each deprecated name to its new one.
 * @throws ValidationError if a parameter was sent under both names
 */
export function renamed<Query extends object, Names extends Partial<Record<keyof Query, keyof Query>>>(query: Query, names: Names): Renamed<Query, Names> {
  const faults = new Faults();
  const now = { ...query };
  for (const [old, name] of Object.entries(names) as [keyof Query & string, keyof Query & string][]) {
    if (query[old] !== undefined && query[name] !== undefined) faults.add(old, 'not_allowed', `Not allowed with ${name}, which replaces it.`);
    if (query[old] !== undefined) Object.assign(now, { [name]: query[old] });
    delete now[old];
  }
  faults.check();
  return now;
}
