import type { Pool } from 'pg';
import { hashSecret, newKioskToken } from '../../src/domain/attendance/devices/kiosk.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import { createKeyring } from '../../src/platform/secrets/keyring.ts';
import { SECRET } from './app.ts';

/** The PIN of the kiosks that `insertKiosk` makes. */
export const PIN = '123456';

/** Makes a kiosk of a course. Returns its cookie. With `keepsRules`, rules that the course has stay, and only its PIN is set. */
export async function insertKiosk(pool: Pool, courseId: string, now: number, { keepsRules = false } = {}): Promise<{ id: string; cookie: string }> {
  const { rows } = await pool.query<{ organisation_id: string }>('select organisation_id from courses where id = $1', [courseId]);
  const organisationId = rows[0]?.organisation_id as string;
  const kiosk = { id: newId(), cookie: `lms_kiosk=${newKioskToken(organisationId)}` };
  const rules = { is_enabled: true, kiosk: { is_enabled: true, methods: ['name', 'qr'], shows_full_names: false, idle_minutes: 240 } };
  await pool.query(
    `insert into attendance_settings (organisation_id, course_id, rules, enabled_at, sealed_pin) values ($1, $2, $3, $4, $5)
     on conflict (organisation_id, course_id) do update
     set rules = case when $6 then attendance_settings.rules else excluded.rules end, sealed_pin = excluded.sealed_pin`,
    [organisationId, courseId, JSON.stringify(rules), new Date(now).toISOString(), createKeyring(SECRET).seal(Buffer.from(PIN)), keepsRules],
  );
  await pool.query(
    `insert into attendance_devices (organisation_id, id, course_id, name, opened_by, token_hash, created_at, used_at, expires_at)
     select $1, $2, $3, 'Door', user_id, $4, $5, $5, $5::timestamptz + interval '1 year' from memberships where organisation_id = $1 and role <> 'learner' limit 1`,
    [organisationId, kiosk.id, courseId, hashSecret(kiosk.cookie.slice('lms_kiosk='.length)), new Date(now).toISOString()],
  );
  return kiosk;
}
