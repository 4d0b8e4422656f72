import { OutageError, RefusedError } from '../outages/outage.ts';
import { reasonOf } from '../outages/reason.ts';
import { retryAfterSeconds } from '../outages/retry-after.ts';
import type { SmsSender } from './sms-sender.ts';

/** Time limit for the whole exchange. */
const TIMEOUT_MS = 10_000;
/** Statuses with which the provider rejects the number or the text. */
const REFUSALS = new Set([400, 404, 422]);

/**
 * Sends text messages through a provider compatible with Twilio's Messages resource: a form of To, From and Body, with Basic authentication.
 * `url` contains the user name and the password. `from` is a number or a sender's name.
 */
export function httpSms(url: string, from: string, timeoutMs = TIMEOUT_MS): SmsSender {
  const { address, username, password } = parts(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return {
    async send({ to, text }) {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { Authorization: authorization },
        body: new URLSearchParams({ To: to, From: from, Body: text }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw new OutageError('sms', `the SMS provider did not respond: ${reasonOf(error)}`, { cause: error });
      });
      answer.body?.cancel().catch(() => {});
      if (!answer.ok) throw failureOf(answer);
    },
  };
}

function failureOf({ status, headers }: Response): OutageError | RefusedError {
  if (REFUSALS.has(status)) return new RefusedError('sms', `the SMS provider refused the message (${status})`);
  const hint = status === 401 || status === 403 ? ': check the user name and the password in SMS_URL' : '';
  return new OutageError('sms', `the SMS provider responded with ${status}${hint}`, {
    retryAfterSeconds: retryAfterSeconds(headers.get('retry-after'), Date.now()),
  });
}

/** Separates the credentials from the URL, because fetch rejects URLs that contain a password. */
function parts(url: string): { address: string; username: string; password: string } {
  const address = new URL(url);
  const username = decodeURIComponent(address.username);
  const password = decodeURIComponent(address.password);
  address.username = '';
  address.password = '';
  return { address: address.href, username, password };
}
