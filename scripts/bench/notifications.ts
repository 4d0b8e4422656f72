import { newId } from '../../src/domain/kernel/ids.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { secretOf } from '../../src/platform/payments/sandbox.ts';
import { signatureHeader } from '../../src/platform/payments/signature.ts';
import { createKeyring } from '../../src/platform/secrets/keyring.ts';
import { forkChild } from './child.ts';
import type { LoadOrder, LoadResult, Sent } from './load.ts';
import type { SeededDatabase } from './seed.ts';
import { startService } from './service-process.ts';
import { median } from './statistics.ts';
import type { Effort } from './throughput.ts';

export const NOTIFICATION_WORK = ['receiver notifications'] as const;

export interface NotificationRow {
  name: (typeof NOTIFICATION_WORK)[number];
  /** Median of the rounds. */
  perSecond: number;
  p99Ms: number;
}

const SECRET_KEY = 'a secret for this run of the benchmark only';
/** Number of notifications, more than are received in a round, so that each is stored and gets its job. */
const NOTIFICATIONS = 20_000;

/** Sends the service notifications of the payment gateway, each of which it has to verify and store, and for which it has to add a job. */
export async function measureNotifications({ seed }: SeededDatabase, folder: string, effort: Effort): Promise<NotificationRow[]> {
  const service = await startService({ DATA_DIR: folder, DATABASE_URL: seed.databaseUrl, PAYMENTS: 'sandbox', SECRET_KEY });
  const generator = await forkChild('load-process.ts');
  const round = (seconds: number): Promise<LoadResult> => {
    const order: LoadOrder = { url: service.url, secrets: seed.secrets, seconds, load: { kind: 'send', requests: signed() } };
    return generator.ask<LoadResult>(order);
  };
  await round(effort.warmUpSeconds);
  const rounds: LoadResult[] = [];
  for (let count = 0; count < effort.rounds; count += 1) {
    const result = await round(effort.roundSeconds);
    if (Object.keys(result.statuses).some((status) => status !== '200')) throw new Error(`notifications got ${JSON.stringify(result.statuses)}`);
    if (result.requests > NOTIFICATIONS) throw new Error('notifications were sent twice');
    rounds.push(result);
  }
  await generator.stop();
  await service.stop();
  return [
    {
      name: NOTIFICATION_WORK[0],
      perSecond: median(rounds.map(({ requests, seconds }) => requests / seconds)),
      p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    },
  ];
}

/** Signs new notifications about sessions that belong to no order. */
function signed(): Sent[] {
  const secret = secretOf({ keyring: createKeyring(SECRET_KEY, []) });
  return Array.from({ length: NOTIFICATIONS }, () => {
    const id = newId();
    const body = JSON.stringify({
      id: `evt_${id}`,
      type: 'checkout.session.completed',
      account: 'acct_1',
      livemode: false,
      data: { object: { id: `cs_${id}` } },
    });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signatureHeader(secret, Buffer.from(body), systemClock.now()) };
    return { method: 'POST', path: '/billing/gateway/webhook/', headers, body };
  });
}
