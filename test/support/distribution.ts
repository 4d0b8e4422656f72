/** How the tables could be spread over several machines by organisation, as Citus does it. Each entry gives the reason. */
export interface DistributionPlan {
  /** Tables that every machine has a copy of. */
  reference: Readonly<Record<string, string>>;
  /** Tables that stay on one machine. No spread table refers to them. */
  local: Readonly<Record<string, string>>;
  /** Unique keys of spread tables that do not begin with the organisation, and what takes their place. */
  globalKeys: Readonly<Record<string, string>>;
}

interface Table {
  name: string;
  lines: string[];
}

const KEY = /^(?:constraint (\w+) (?:PRIMARY KEY|UNIQUE|EXCLUDE USING \w+)|CREATE UNIQUE INDEX (\w+) ON \S+ USING \w+) \((\w+)/;
const REFERENCE = /^constraint (\w+) FOREIGN KEY \(([^)]*)\) REFERENCES (\w+)\(([^)]*)\)(.*)$/;
const ORGANISATION = 'organisation_id';

/** The tables of generated/schema.sql. */
const tablesIn = (schema: string): Table[] =>
  schema
    .split(/^table /m)
    .slice(1)
    .map((text) => {
      const [name = '', ...lines] = text.split('\n').map((line) => line.trim());
      return { name, lines };
    });

/**
 * Returns why a schema could not be spread by organisation: all other tables than those of the plan are spread, so each of their unique keys and references
 * to one another must begin with the organisation.
 */
export function distributionFaults(schema: string, { reference, local, globalKeys }: DistributionPlan): string[] {
  const faults: string[] = [];
  const tables = tablesIn(schema);
  const isSpread = (name: string) => !Object.hasOwn(reference, name) && !Object.hasOwn(local, name);
  const needless = new Set(Object.keys(globalKeys));
  for (const { name, lines } of tables) {
    const fault = (what: string) => faults.push(`${name}: ${what}`);
    if (isSpread(name)) {
      if (!lines.includes(`${ORGANISATION} uuid not null`)) fault('belongs to no organisation, and is neither a reference table nor a local one');
      for (const line of lines) {
        const [, constraint, index, first] = KEY.exec(line) ?? [];
        const key = constraint ?? index;
        if (key === undefined || first === ORGANISATION) continue;
        if (!needless.delete(key)) fault(`the unique key ${key} does not begin with ${ORGANISATION}`);
      }
    }
    for (const line of lines) {
      const [, constraint, columns = '', target = '', targetColumns = '', action = ''] = REFERENCE.exec(line) ?? [];
      if (constraint === undefined) continue;
      if (!isSpread(name)) {
        if (isSpread(target)) fault(`${constraint} refers to the spread table ${target}`);
        if (Object.hasOwn(reference, name) && Object.hasOwn(local, target)) fault(`${constraint} refers to the local table ${target}`);
        continue;
      }
      if (Object.hasOwn(local, target)) fault(`${constraint} refers to the local table ${target}`);
      if (isSpread(target) && !(beginsWithOrganisation(columns) && beginsWithOrganisation(targetColumns)))
        fault(`${constraint} refers to ${target} without beginning with ${ORGANISATION} on both sides`);
      if (setsOrganisationNull(columns, action)) fault(`${constraint} would set ${ORGANISATION} to null`);
    }
  }
  const names = new Set(tables.map(({ name }) => name));
  for (const name of [...Object.keys(reference), ...Object.keys(local)]) if (!names.has(name)) faults.push(`${name}: there is no such table`);
  for (const key of needless) faults.push(`${key}: there is no such unique key without ${ORGANISATION} at its beginning`);
  return faults;
}

const beginsWithOrganisation = (columns: string): boolean => columns.split(', ')[0] === ORGANISATION;

/** Citus refuses to set the column to null by which rows are spread. `set null (a, b)` names the columns. */
function setsOrganisationNull(columns: string, action: string): boolean {
  const set = /SET (?:NULL|DEFAULT)(?: \(([^)]*)\))?/.exec(action);
  return set !== null && (set[1] ?? columns).split(', ').includes(ORGANISATION);
}
