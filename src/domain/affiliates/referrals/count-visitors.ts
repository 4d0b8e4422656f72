import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Click } from '../../kernel/click.ts';
import type { Tools } from '../../kernel/tools.ts';

export type ClickTools = Pick<Tools, 'db' | 'keyring'>;

/** A click whose visitor is known for one day. */
export interface VisitedClick {
  organisation_id: string;
  link_id: string;
  sub_id: string | null;
  /** RFC 3339 */
  clicked_at: string;
  /** YYYY-MM-DD, in UTC */
  day: string;
  /** The hash of the visitor, in hexadecimal digits. */
  visitor: string;
}

const KEY_BYTES = 32;

/** Replaces the addresses and browsers of clicks by hashes that tell visitors of one organisation apart for one day. */
export async function hashVisitors(tools: ClickTools, clicks: readonly Click[]): Promise<VisitedClick[]> {
  const dayOf = ({ clicked_at }: Click) => clicked_at.slice(0, 'YYYY-MM-DD'.length);
  const keys = await readKeys(tools, [...new Set(clicks.map(dayOf))]);
  return clicks.map((click) => {
    const { organisation_id, link_id, sub_id, clicked_at, address, browser } = click;
    const day = dayOf(click);
    const visitor = createHmac('sha256', keys.get(day) as Buffer)
      .update(`${organisation_id}\0${address}\0${browser}`)
      .digest('hex');
    return { organisation_id, link_id, sub_id, clicked_at, day, visitor };
  });
}

/** Returns the keys of days, which all processes share. A key that can no longer be decrypted is replaced, so that no clicks are lost. */
async function readKeys({ db, keyring }: ClickTools, days: readonly string[]): Promise<Map<string, Buffer>> {
  const made = days.map((day) => ({ day, key: keyring.seal(randomBytes(KEY_BYTES)) }));
  await db
    .insertInto('affiliate_click_keys')
    .values(made)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rows } = await sql<{ day: string; key: Buffer }>`select day::text, key from affiliate_click_keys where day = any(${days}::date[])`.execute(db);
  const opened = rows.map(({ day, key }) => ({ day, key, plain: keyring.openIfKnown(key) }));
  const lost = opened.filter(({ plain }) => plain === null);
  if (lost.length === 0) return new Map(opened.map(({ day, plain }) => [day, plain as Buffer]));
  for (const { day, key } of lost) await db.deleteFrom('affiliate_click_keys').where('day', '=', day).where('key', '=', key).execute();
  return readKeys({ db, keyring }, days);
}
