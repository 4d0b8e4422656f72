import { Agent } from 'node:http';
import { runLanes, type Sending, sendJson } from './lanes.ts';
import { CONNECTIONS, type LoadOrder, type LoadResult } from './load.ts';
import type { Seed } from './seed.ts';

const LOGIN = '/api/v1/auth/login/';
const SIGN_INS_AT_ONCE = 8;

let addresses = 0;

/**
 * Signs in from a different address each time, as if a proxy reported it, because an address that signs in hundreds of times a minute is rightly
 * rejected.
 */
function signIn(email: string, password: string): Sending {
  const number = addresses++;
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  return { method: 'POST', headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address }, body: { email, password } };
}

/** Signs users in with their passwords, one after another in each lane. */
export function signInAgain({ emails, password }: Seed['users'], { url, seconds }: Omit<LoadOrder, 'load'>): Promise<LoadResult> {
  return runLanes(Array(CONNECTIONS).fill(null), seconds, async (_lane, send) => {
    const { status } = await send(url + LOGIN, signIn(emails[addresses % emails.length] ?? '', password));
    return status;
  });
}

/** Returns the session cookie of every user. Each session has been used once, because its first use stores the organisation. */
export async function cookiesOf({ emails, password }: Seed['users'], url: string): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: SIGN_INS_AT_ONCE });
  const cookies = await Promise.all(
    emails.map(async (email) => {
      const { status, headers } = await sendJson(agent, url + LOGIN, signIn(email, password));
      const cookie = [headers['set-cookie'] ?? []]
        .flat()
        .find((set) => set.startsWith('lms_session='))
        ?.split(';')[0];
      if (status !== 200 || !cookie) throw new Error(`a sign-in returned ${status}`);
      const used = await fetch(`${url}/api/v1/me/`, { headers: { cookie } });
      if (used.status !== 200) throw new Error(`the first use of a session returned ${used.status}`);
      await used.arrayBuffer();
      return cookie;
    }),
  );
  agent.destroy();
  return cookies;
}
