import type { SmsSender } from './sms-sender.ts';

const TIMEOUT_MS = 10_000;

/**
 * Sends text messages through a provider compatible with Twilio's Messages resource: a form of To, From and Body, with Basic authentication.
 * `url` contains the user name and the password. `from` is a number or a sender's name.
 */
export function httpSms(url: string, from: string): SmsSender {
  const { address, username, password } = parts(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return {
    async send({ to, text }) {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { Authorization: authorization },
        body: new URLSearchParams({ To: to, From: from, Body: text }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the SMS provider responded with ${answer.status}`);
    },
  };
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
