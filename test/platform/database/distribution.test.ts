import { readFileSync } from 'node:fs';
import { distributionFaults, DISTRIBUTION as PLAN } from '../../support/distribution.ts';

const SCHEMA = readFileSync(new URL('../../../generated/schema.sql', import.meta.url), 'utf8');

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
