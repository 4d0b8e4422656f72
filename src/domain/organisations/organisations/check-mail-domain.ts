import { NIL } from 'uuid';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { type DnsResolver, DnsUnreachableError } from '../../../platform/dns/dns-resolver.ts';
import { type Actor, type Caller, systemActor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { domainTaken } from './custom-domains.ts';
import { checkEach, judgeProof } from './domain-proof.ts';
import { challengeName } from './hostname.ts';
import {
  describeMailDomain,
  isMailDomainTaken,
  MAIL_DOMAIN_COLUMNS,
  type MailDomainClaim,
  mailTxtValue,
  readMailDomain,
  recordMailDomain,
  requireOwner,
} from './mail-domains.ts';

type CheckTools = Pick<Tools<Database>, 'db' | 'clock' | 'dns'>;
type Outcome = Pick<MailDomainClaim, 'status' | 'check_error' | 'proved_at' | 'claim_expires_at'>;

const ACTIONS = { pending: 'mail_domain.claimed', verified: 'mail_domain.verified', failed: 'mail_domain.failed' } as const;

/**
 * Looks up the TXT record of a mail domain and stores the result. A failed claim is not checked again, and a claim to a domain that another organisation has
 * proved first stays as it is.
 * @throws NotFoundError
 * @throws DomainError permission_denied, domain_taken
 */
export async function checkMailDomain(tools: CheckTools, caller: Caller, id: string): Promise<Shape<'MailDomain'>> {
  requireOwner(caller);
  requireIds(id);
  const claim = await readMailDomain(tools.db, caller.organisationId, id);
  if (claim.status === 'failed') return describeMailDomain(claim);
  const { now, outcome } = await judge(tools, claim);
  const kept = await keep(tools.db, caller, claim, outcome, now).catch((error: unknown) => {
    throw isMailDomainTaken(error) ? domainTaken() : error;
  });
  return describeMailDomain(kept ?? (await readMailDomain(tools.db, caller.organisationId, id)));
}

/** Checks every mail domain that is due (`checkEach`). */
export const checkDueMailDomains = (tools: CheckTools): Promise<void> =>
  checkEach<MailDomainClaim & { organisation_id: string }>(
    tools.clock.now(),
    ({ before, last, limit }) =>
      tools.db
        .selectFrom('organisation_mail_domains')
        .select(['organisation_id', ...MAIL_DOMAIN_COLUMNS])
        .where((eb) => eb(eb.refTuple('organisation_id', 'id'), '>', eb.tuple(last?.organisation_id ?? NIL, last?.id ?? NIL)))
        .where('status', '<>', 'failed')
        .where((eb) => eb.or([eb('last_checked_at', 'is', null), eb('last_checked_at', '<=', before)]))
        .orderBy('organisation_id')
        .orderBy('id')
        .limit(limit)
        .execute(),
    async ({ organisation_id, ...claim }) => {
      const { now, outcome } = await judge(tools, claim);
      const actor = systemActor(organisation_id);
      await keep(tools.db, actor, claim, outcome, now).catch((error: unknown) => {
        if (!isMailDomainTaken(error)) throw error;
        return keep(tools.db, actor, claim, { ...claim, status: 'failed', check_error: 'domain_taken' }, now);
      });
    },
  );

async function judge({ clock, dns }: CheckTools, claim: MailDomainClaim): Promise<{ now: number; outcome: Outcome }> {
  const now = clock.now();
  const proof = judgeProof(claim, await askDns(dns, claim.domain), mailTxtValue(claim), now);
  return { now, outcome: { ...proof, status: proof.check_error === 'claim_expired' ? 'failed' : proof.proved_at === null ? 'pending' : 'verified' } };
}

/** Reads the TXT records. Returns null if DNS is unreachable. */
async function askDns(dns: DnsResolver, domain: string): Promise<string[] | null> {
  try {
    return await dns.txt(challengeName(domain));
  } catch (error) {
    if (error instanceof DnsUnreachableError) return null;
    throw error;
  }
}

/** Stores the outcome. Returns undefined if the claim was removed, renewed or checked in the meantime. */
function keep(db: Database, actor: Actor, claim: MailDomainClaim, outcome: Outcome, now: number): Promise<MailDomainClaim | undefined> {
  const { status, check_error, proved_at, claim_expires_at } = outcome;
  return inTransaction(db, async (trx) => {
    const after = await trx
      .updateTable('organisation_mail_domains')
      .set({ status, check_error, proved_at, claim_expires_at, last_checked_at: new Date(now).toISOString() })
      .where('organisation_id', '=', actor.organisationId)
      .where('id', '=', claim.id)
      .where('status', '=', claim.status)
      .where('created_at', '=', claim.created_at)
      .where('last_checked_at', 'is not distinct from', claim.last_checked_at)
      .returning([...MAIL_DOMAIN_COLUMNS])
      .executeTakeFirst();
    if (after && status !== claim.status) await recordMailDomain(trx, actor, ACTIONS[status], claim, after);
    return after;
  });
}
