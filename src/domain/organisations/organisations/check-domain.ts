import { NIL } from 'uuid';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { type DnsResolver, DnsUnreachableError } from '../../../platform/dns/dns-resolver.ts';
import type { Caller } from '../../kernel/caller.ts';
import { type Actor, systemActor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { CLAIM_COLUMNS, type DomainClaim, describeDomain, isTaken, readClaim, recordDomain, txtValue } from './custom-domains.ts';
import { checkEach, judgeProof } from './domain-proof.ts';
import { challengeName } from './hostname.ts';

type CheckTools = Pick<Tools<Database>, 'db' | 'clock' | 'dns' | 'cnameTarget'>;

type Outcome = Pick<DomainClaim, 'status' | 'check_error' | 'proved_at' | 'claim_expires_at'>;

interface Records {
  txt: string[];
  cname: string[];
}

const ACTIONS = { pending: 'domain.claimed', verified: 'domain.verified', active: 'domain.activated', failed: 'domain.failed' } as const;

/** Looks up the DNS records of the organisation's domain and stores the result. A failed claim is not checked again.
 * @throws NotFoundError if no domain is claimed */
export async function checkDomain(tools: CheckTools, caller: Caller): Promise<Shape<'CustomDomain'>> {
  const claim = await readClaim(tools.db, caller.organisationId);
  return describeDomain(claim.status === 'failed' ? claim : await check(tools, caller, claim), tools.cnameTarget);
}

/** Checks every custom domain that is due (`checkEach`). */
export const checkDueDomains = (tools: CheckTools): Promise<void> =>
  checkEach<DomainClaim & { organisation_id: string }>(
    tools.clock.now(),
    ({ before, last, limit }) =>
      tools.db
        .selectFrom('organisation_domains')
        .select(['organisation_id', ...CLAIM_COLUMNS])
        .where('organisation_id', '>', last?.organisation_id ?? NIL)
        .where('status', '<>', 'failed')
        .where((eb) => eb.or([eb('last_checked_at', 'is', null), eb('last_checked_at', '<=', before)]))
        .orderBy('organisation_id')
        .limit(limit)
        .execute(),
    ({ organisation_id, ...claim }) => check(tools, systemActor(organisation_id), claim),
  );

async function check(tools: CheckTools, actor: Actor, claim: DomainClaim): Promise<DomainClaim> {
  const now = tools.clock.now();
  const outcome = judge(claim, await askDns(tools.dns, claim.hostname), tools.cnameTarget, now);
  const kept = await keep(tools.db, actor, claim, outcome, now).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    return keep(tools.db, actor, claim, { ...claim, status: 'failed', check_error: 'domain_taken' }, now);
  });
  return kept ?? readClaim(tools.db, actor.organisationId);
}

/** Reads the DNS records. Returns null if DNS is unreachable. */
async function askDns(dns: DnsResolver, hostname: string): Promise<Records | null> {
  try {
    const [txt, cname] = await Promise.all([dns.txt(challengeName(hostname)), dns.cname(hostname)]);
    return { txt, cname };
  } catch (error) {
    if (error instanceof DnsUnreachableError) return null;
    throw error;
  }
}

/** Derives the outcome for a claim from its DNS records. */
function judge(claim: DomainClaim, records: Records | null, cnameTarget: string | null, now: number): Outcome {
  const proof = judgeProof(claim, records?.txt ?? null, txtValue(claim), now);
  if (proof.check_error === 'claim_expired') return { ...proof, status: 'failed' };
  if (!records || proof.proved_at === null) return { ...proof, status: claim.status };
  const cname = !records.cname.length ? 'cname_missing' : cnameTarget !== null && records.cname.includes(cnameTarget) ? null : 'cname_wrong';
  return { ...proof, status: cname === null ? 'active' : 'verified', check_error: proof.check_error ?? cname };
}

/** Stores the outcome. Returns undefined if the claim was replaced or checked in the meantime. */
function keep(db: Database, actor: Actor, claim: DomainClaim, outcome: Outcome, now: number): Promise<DomainClaim | undefined> {
  const { status, check_error, proved_at, claim_expires_at } = outcome;
  return inTransaction(db, async (trx) => {
    const after = await trx
      .updateTable('organisation_domains')
      .set({ status, check_error, proved_at, claim_expires_at, last_checked_at: iso(now) })
      .where('organisation_id', '=', actor.organisationId)
      .where('hostname', '=', claim.hostname)
      .where('txt_token', '=', claim.txt_token)
      .where('status', '=', claim.status)
      .where('created_at', '=', claim.created_at)
      .where('last_checked_at', 'is not distinct from', claim.last_checked_at)
      .returning([...CLAIM_COLUMNS])
      .executeTakeFirst();
    const action = claim.status === 'active' && status === 'verified' ? 'domain.deactivated' : ACTIONS[status];
    if (after && status !== claim.status) await recordDomain(trx, actor, action, claim, after);
    return after;
  });
}

const iso = (ms: number): string => new Date(ms).toISOString();
