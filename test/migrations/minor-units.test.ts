import { type Kysely, sql } from 'kysely';
import { up } from '../../migrations/0155-minor-units.ts';
import { createTestDatabase } from '../support/database.ts';

const PRICES: [currency: string, before: number, after: number][] = [
  ['EUR', 4900, 4900],
  ['JPY', 4900, 4900],
  ['KWD', 4900, 4900],
  ['ISK', 4900, 4900],
  ['HUF', 4900, 490_000],
  ['MGA', 4900, 490_000],
  ['SLL', 4900, 490_000],
  ['IQD', 4900, 4_900_000],
  ['IDR', 99_999_999_999, 100_000_000_000],
  ['COP', 0, 0],
];

test('prices in currencies whose minor unit becomes smaller keep their value, and all others stay as they are', async () => {
  const database = await createTestDatabase();
  try {
    const { db } = database;
    await sql`
      with school as (insert into organisations (id, subdomain, name) values (gen_random_uuid(), 'school', 'School') returning id)
      insert into courses (organisation_id, id, title, slug, status, visibility, level, grade_level, language, timezone, length_mode, schedule_basis,
        price_currency, price_amount)
      select school.id, gen_random_uuid(), currency, lower(currency), 'draft', 'public', 'beginner', 'any', 'en', 'UTC', 'open_ended', 'enrollment',
        currency, amount
      from school, unnest(${PRICES.map(([currency]) => currency)}::text[], ${PRICES.map(([, before]) => before)}::bigint[]) as price (currency, amount)
    `.execute(db);
    await up(db as unknown as Kysely<unknown>);
    const { rows } = await sql<{ currency: string; amount: number }>`select price_currency as currency, price_amount as amount from courses`.execute(db);
    const prices = Object.fromEntries(rows.map(({ currency, amount }) => [currency, amount]));
    expect(prices).toEqual(Object.fromEntries(PRICES.map(([currency, , after]) => [currency, after])));
  } finally {
    await database.drop();
  }
});
