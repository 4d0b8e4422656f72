/** How the tables could be spread over several machines by organisation, as Citus does it. Each entry gives the reason. */
export interface DistributionPlan {
  /** Tables that every machine has a copy of. */
  reference: Readonly<Record<string, string>>;
  /** Tables that stay on one machine. No spread table refers to them. */
  local: Readonly<Record<string, string>>;
  /** Unique keys of spread tables that do not begin with the organisation, and what takes their place. */
  globalKeys: Readonly<Record<string, string>>;
}

/** How this schema would be spread. */
export const DISTRIBUTION: DistributionPlan = {
  // Each is small, or needed by every organisation, and written far less often than it is read.
  reference: {
    organisations: 'one row for each organisation, which every request reads',
    users: 'people belong to several organisations; 40 tables refer to them',
    plan_prices: 'offers of the operator',
    plans: 'offers of the operator',
    platform_seller: 'the operator',
    course_categories: 'a fixed list',
    api_keys: 'a key is looked up by its hash before the organisation is known',
    credential_cards: 'a card is looked up by its code before the organisation is known',
    organisation_domains: 'a domain belongs to one organisation at most, and is looked up by its name',
    organisation_mail_domains: 'a proved domain belongs to one organisation at most',
    gateway_accounts: 'an account at the gateway belongs to one organisation at most, and notifications name only the account',
    platform_purchases: 'what organisations buy from the operator; notifications name only the ID of the gateway',
  },
  // Each concerns no organisation, or only the machine that does the work.
  local: {
    affiliate_click_keys: 'one key for each day',
    affiliate_sightings: 'belongs to a person',
    backup_codes: 'belongs to a person',
    cookie_consents: 'belongs to a person',
    data_exports: 'belongs to a person',
    gateway_notifications: 'written before the organisation is known',
    invite_mails: 'an address is invited by several organisations, and counts for all of them',
    first_setup: 'one row, of the whole service',
    job_moments: 'of jobs for all organisations',
    job_workers: 'the processes that run now',
    notification_preferences: 'belongs to a person',
    phone_codes: 'belongs to a person',
    phone_proofs: 'belongs to a person',
    platform_entries: 'the books of the operator',
    platform_invoice_numbers: 'the books of the operator',
    platform_invoices: 'the books of the operator, which stay when an organisation is deleted',
    platform_transactions: 'the books of the operator',
    policies: 'texts of the operator',
    policy_acceptances: 'belongs to a person',
    sandbox_objects: 'the gateway for trials',
    security_notices: 'belongs to a person',
    sessions: 'belongs to a person; with Redis, the table is empty',
    sign_in_hosts: 'numbers of sign-in names go by host, and none is given out twice',
    storage_offer_prices: 'offers of the operator',
    storage_offers: 'offers of the operator',
    subscription_endings: 'written before the organisation is known',
    user_codes: 'belongs to a person',
    user_idempotency_keys: 'belongs to a person',
    user_identities: 'belongs to a person',
    user_sessions: 'belongs to a person',
    user_tokens: 'belongs to a person',
    setup_tokens: 'from before there is an organisation',
  },
  // The service looks these rows up before it knows the organisation. Spread, each key needs a small reference table that leads to the organisation, which
  // also keeps it unique.
  globalKeys: {
    affiliate_links_code: 'the code of a link in /r/{code}, which names no organisation',
    catalogue_subscriptions_gateway: 'ID of the gateway, which also keeps it unique',
    catalogue_subscriptions_page: 'ID of the gateway, which also keeps it unique',
    certificates_serial: 'the number with which anybody verifies a certificate',
    orders_gateway_invoice: 'ID of the gateway, which also keeps it unique',
    orders_payment: 'ID of the gateway, which also keeps it unique',
    orders_session: 'ID of the gateway, which also keeps it unique',
  },
};

interface Table {
  name: string;
  lines: string[];
}

const KEY = /^(?:constraint (\w+) (?:PRIMARY KEY|UNIQUE|EXCLUDE USING \w+)|CREATE UNIQUE INDEX (\w+) ON \S+ USING \w+) \((\w+)/;
const REFERENCE = /^constraint (\w+) FOREIGN KEY \(([^)]*)\) REFERENCES (\w+)\(([^)]*)\)(.*)$/;
const ORGANISATION = 'organisation_id';

/** The tables of generated/schema.sql. */
export const tablesIn = (schema: string): Table[] =>
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
