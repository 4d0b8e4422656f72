import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/connect.ts';
import type { ConnectedAccount, Payments } from './payments.ts';
import type { Onboarding, OnboardingOutcome, SandboxDesk } from './sandbox-desk.ts';

interface SandboxAccount {
  name: string;
  outcome: OnboardingOutcome;
}

interface OnboardingLink extends Onboarding {
  accountId: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

interface Sandbox {
  db: Database;
  clock: Clock;
  /** The public base URL of the service, whose pages stand for those of the gateway. */
  base: () => string;
}

const LINK_MINUTES = 10;

/** A gateway on which no money moves. It keeps what it knows in tables of its own, which nothing else reads. */
export function sandboxPayments({ db, clock, base }: Sandbox): Payments {
  const store = objectStore(db);
  return {
    gateway: 'sandbox',
    livemode: false,
    sandbox: sandboxDesk(store, clock),
    createAccount: ({ key, name }) => store.create<SandboxAccount>('acct', `account-${key}`, { name, outcome: 'unfinished' }),
    readAccount: async (id) => {
      const account = await store.read<SandboxAccount>(id);
      return account && describe(account);
    },
    readBalance: async () => [],
    listPayouts: async () => [],
    createOnboardingLink: async (accountId, returnUrl) => {
      const expiresAt = clock.now() + LINK_MINUTES * 60_000;
      const { name } = (await store.read<SandboxAccount>(accountId)) ?? { name: '' };
      const id = await store.create<OnboardingLink>('link', randomText(), { accountId, name, returnUrl, expiresAt });
      return { url: `${base()}/sandbox/onboarding/${id}`, expiresAt: new Date(expiresAt).toISOString() };
    },
  };
}

function sandboxDesk(store: ReturnType<typeof objectStore>, clock: Clock): SandboxDesk {
  const readOnboarding = async (id: string): Promise<OnboardingLink | null> => {
    const link = id.startsWith('link_') ? await store.read<OnboardingLink>(id) : null;
    return link && link.expiresAt > clock.now() ? link : null;
  };
  return {
    readOnboarding,
    async answerOnboarding(id, outcome) {
      const link = await readOnboarding(id);
      if (link) await store.change<SandboxAccount>(link.accountId, { outcome });
      return link;
    },
  };
}

/** What the gateway says of an account, by how its seller has left the questions. */
const STATES: Record<OnboardingOutcome, Omit<ConnectedAccount, 'missingUntil'>> = {
  unfinished: { isSubmitted: false, isRejected: false, chargesEnabled: false, payoutsEnabled: false, missing: ['business_type', 'external_account'] },
  requirements_due: { isSubmitted: true, isRejected: false, chargesEnabled: false, payoutsEnabled: false, missing: ['external_account'] },
  payouts_disabled: { isSubmitted: true, isRejected: false, chargesEnabled: true, payoutsEnabled: false, missing: ['external_account'] },
  rejected: { isSubmitted: true, isRejected: true, chargesEnabled: false, payoutsEnabled: false, missing: [] },
  active: { isSubmitted: true, isRejected: false, chargesEnabled: true, payoutsEnabled: true, missing: [] },
};

const describe = ({ outcome }: SandboxAccount): ConnectedAccount => ({ ...STATES[outcome], missingUntil: null });

const randomText = (): string => randomBytes(24).toString('base64url');

/** The objects of the gateway, each with an ID that nobody can guess. */
function objectStore(db: Database) {
  return {
    /** Returns the ID. Another object with the same key is returned instead. */
    async create<T extends object>(kind: string, key: string, body: T): Promise<string> {
      const { id } = await db
        .insertInto('sandbox_objects')
        .values({ id: `${kind}_${randomText()}`, key, body: JSON.stringify(body) })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async read<T extends object>(id: string): Promise<T | null> {
      const found = await db.selectFrom('sandbox_objects').select('body').where('id', '=', id).executeTakeFirst();
      return (found?.body as unknown as T | undefined) ?? null;
    },
    async change<T extends object>(id: string, members: Partial<T>): Promise<void> {
      await sql`update sandbox_objects set body = body || ${JSON.stringify(members)}::jsonb where id = ${id}`.execute(db);
    },
  };
}
