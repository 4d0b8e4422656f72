import { readFileSync } from 'node:fs';
import { type DistributionPlan, distributionFaults } from '../../support/distribution.ts';

const SCHEMA = readFileSync(new URL('../../../generated/schema.sql', import.meta.url), 'utf8');

const PLAN: DistributionPlan = {
  // Each is small, or needed by every organisation, and written far less often than it is read.
  reference: {
    organisations: 'one row for each organisation, which every request reads',
    users: 'people belong to several organisations; 39 tables refer to them',
    plans: 'offers of the operator',
    course_categories: 'a fixed list',
    api_keys: 'a key is looked up by its hash before the organisation is known',
    credential_cards: 'a card is looked up by its code before the organisation is known',
    organisation_domains: 'a domain belongs to one organisation at most, and is looked up by its name',
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
    job_workers: 'the processes that run now',
    notification_preferences: 'belongs to a person',
    phone_codes: 'belongs to a person',
    phone_proofs: 'belongs to a person',
    plan_prices: 'offers of the operator',
    platform_entries: 'the books of the operator',
    platform_invoice_numbers: 'the books of the operator',
    platform_invoices: 'the books of the operator, which stay when an organisation is deleted',
    platform_seller: 'the operator',
    platform_transactions: 'the books of the operator',
    policies: 'texts of the operator',
    policy_acceptances: 'belongs to a person',
    sandbox_objects: 'the gateway for trials',
    sessions: 'belongs to a person; with Redis, the table is empty',
    storage_offer_prices: 'offers of the operator',
    storage_offers: 'offers of the operator',
    subscription_endings: 'written before the organisation is known',
    user_codes: 'belongs to a person',
    user_idempotency_keys: 'belongs to a person',
    user_identities: 'belongs to a person',
    user_tokens: 'belongs to a person',
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

/** Fails if the schema does not contain the text, so that no case tests the schema as it is. */
function changed(from: string, to: string): string {
  const schema = SCHEMA.replace(from, to);
  expect(schema).not.toBe(SCHEMA);
  return schema;
}

const withTable = (...lines: string[]): string => `${SCHEMA}\n\ntable made_wrong\n${lines.map((line) => `  ${line}\n`).join('')}`;

test('the schema can be spread by organisation over several machines, with the named reference tables, local tables and global keys', () => {
  expect(distributionFaults(SCHEMA, PLAN)).toEqual([]);
});

describe('the check notices', () => {
  test.each<[string, () => string, string]>([
    [
      'a primary key that does not begin with the organisation',
      () => changed('constraint courses_pkey PRIMARY KEY (organisation_id, id)', 'constraint courses_pkey PRIMARY KEY (id, organisation_id)'),
      'courses: the unique key courses_pkey does not begin with organisation_id',
    ],
    [
      'a unique index over all organisations',
      () =>
        changed(
          'CREATE UNIQUE INDEX courses_slug ON public.courses USING btree (organisation_id, slug)',
          'CREATE UNIQUE INDEX courses_slug ON public.courses USING btree (slug)',
        ),
      'courses: the unique key courses_slug does not begin with organisation_id',
    ],
    [
      'an exclusion over all organisations',
      () =>
        withTable(
          'organisation_id uuid not null',
          'constraint made_wrong_pkey PRIMARY KEY (organisation_id, id)',
          'constraint one EXCLUDE USING gist (period WITH &&)',
        ),
      'made_wrong: the unique key one does not begin with organisation_id',
    ],
    [
      'a reference that does not begin with the organisation',
      () =>
        withTable(
          'organisation_id uuid not null',
          'constraint made_wrong_pkey PRIMARY KEY (organisation_id, id)',
          'constraint one FOREIGN KEY (course_id) REFERENCES courses(id)',
        ),
      'made_wrong: one refers to courses without beginning with organisation_id on both sides',
    ],
    [
      'a reference that matches the organisation with something else',
      () =>
        withTable(
          'organisation_id uuid not null',
          'constraint made_wrong_pkey PRIMARY KEY (organisation_id, id)',
          'constraint one FOREIGN KEY (organisation_id, course_id) REFERENCES courses(id, organisation_id)',
        ),
      'made_wrong: one refers to courses without beginning with organisation_id on both sides',
    ],
    [
      'a deletion that sets the organisation to null',
      () => changed('REFERENCES courses(organisation_id, id) ON DELETE SET NULL (course_id)', 'REFERENCES courses(organisation_id, id) ON DELETE SET NULL'),
      'would set organisation_id to null',
    ],
    [
      'a new table without an organisation',
      () => withTable('id uuid not null', 'constraint made_wrong_pkey PRIMARY KEY (id)'),
      'made_wrong: belongs to no organisation, and is neither a reference table nor a local one',
    ],
    [
      'a table whose organisation can be null',
      () => withTable('organisation_id uuid', 'constraint made_wrong_pkey PRIMARY KEY (id)'),
      'made_wrong: belongs to no organisation, and is neither a reference table nor a local one',
    ],
    [
      'a reference to a local table',
      () =>
        withTable(
          'organisation_id uuid not null',
          'constraint made_wrong_pkey PRIMARY KEY (organisation_id)',
          'constraint one FOREIGN KEY (code) REFERENCES user_codes(id)',
        ),
      'made_wrong: one refers to the local table user_codes',
    ],
    [
      'a reference of a reference table to a spread one',
      () => changed('table plans\n', 'table plans\n  constraint one FOREIGN KEY (course_id) REFERENCES courses(id)\n'),
      'plans: one refers to the spread table courses',
    ],
  ])('%s', (_what, schema, fault) => {
    expect(distributionFaults(schema(), PLAN)).toEqual(expect.arrayContaining([expect.stringContaining(fault)]));
  });

  test('exceptions that are no longer needed', () => {
    const plan = { ...PLAN, local: { ...PLAN.local, gone: '-' }, globalKeys: { ...PLAN.globalKeys, courses_slug: '-' } };
    expect(distributionFaults(SCHEMA, plan)).toEqual([
      'gone: there is no such table',
      'courses_slug: there is no such unique key without organisation_id at its beginning',
    ]);
  });
});
