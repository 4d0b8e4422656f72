import { parse, stringify } from 'uuid';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { readSignedToken, writeSignedToken } from '../../../platform/secrets/signed-token.ts';
import type { Shape } from '../../kernel/contract.ts';
import { ValidationError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { EVENTS, type NotificationEvent } from './events.ts';
import { updatePreferences } from './preferences.ts';

const PURPOSE = 'unsubscribe';
const ID_BYTES = 16;

/** Creates a token that stops the emails about one kind of event to one user. It does not expire, because mails are kept. */
export function writeUnsubscribeToken(keyring: Keyring, userId: string, event: NotificationEvent): string {
  return writeSignedToken(keyring, PURPOSE, Buffer.concat([parse(userId), Buffer.from(event)]));
}

function readUnsubscribeToken(keyring: Keyring, token: string): { userId: string; event: NotificationEvent } | null {
  const claim = readSignedToken(keyring, PURPOSE, token);
  const event = claim?.subarray(ID_BYTES).toString() ?? '';
  if (!claim || !Object.hasOwn(EVENTS, event)) return null;
  return { userId: stringify(claim.subarray(0, ID_BYTES)), event: event as NotificationEvent };
}

/**
 * Stops the emails that the token is about.
 * @throws ValidationError for a token that was not issued here, or whose user no longer exists
 */
export async function unsubscribe({ db, keyring }: Pick<Tools, 'db' | 'keyring'>, token: string): Promise<Shape<'Unsubscribed'>> {
  const grant = readUnsubscribeToken(keyring, token);
  const user = grant && (await db.selectFrom('users').select('id').where('id', '=', grant.userId).where('erased_at', 'is', null).executeTakeFirst());
  if (!grant || !user) throw new ValidationError([{ field: 'token', code: 'invalid', message: 'The link is invalid.' }]);
  await updatePreferences({ db }, { actorId: user.id }, { events: [{ event: grant.event, email: false }] });
  return { event: grant.event };
}
