import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { type DnsResolver, DnsUnreachableError } from '../../../platform/dns/dns-resolver.ts';
import type { Caller } from '../../kernel/caller.ts';
import { type Actor, systemActor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { CLAIM_COLUMNS, type DomainClaim, describeDomain, isTaken, readClaim, recordDomain, txtValue } from './custom-domains.ts';
import { challengeName } from './hostname.ts';

type CheckTools = Pick<Tools<Database>, 'db' | 'clock' | 'dns' | 'cnameTarget'>;

type Outcome = Pick<DomainClaim, 'status' | 'check_error' | 'proved_at' | 'claim_expires_at'>;

interface Records {
  txt: string[];
  cname: string[];
}

/** How long a proved domain may lack its TXT record. */
const GRACE_MS = 3 * 24 * 3600_000;
/** Slightly less than the hour between two runs of the job. */
const DUE_AFTER_MS = 50 * 60_000;
const CHECKED_AT_ONCE = 20;

const ACTIONS = { pending: 'domain.claimed', verified: 'domain.verified', active: 'domain.activated', failed: 'domain.failed' } as const;

/** Looks up the DNS records of the organisation's domain and stores the result. A failed claim is not checked again.
 * @throws NotFoundError if no domain is claimed */
export async function checkDomain(tools: CheckTools, caller: Caller): Promise<Shape<'CustomDomain'>> {
  const claim = await readClaim(tools.db, caller.organisationId);
  return describeDomain(claim.status === 'failed' ? claim : await check(tools, caller, claim), tools.cnameTarget);
}

/** Checks every domain that was not checked within the last hour. If a check throws, the job fails after all other domains have been checked. */
export async function checkDueDomains(tools: CheckTools): Promise<void> {
  const due = new Date(tools.clock.now() - DUE_AFTER_MS).toISOString();
  const failures: unknown[] = [];
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const batch = await tools.db
      .selectFrom('organisation_domains')
      .select(['organisation_id', ...CLAIM_COLUMNS])
      .where('organisation_id', '>', last)
      .where('status', '<>', 'failed')
      .where((eb) => eb.or([eb('last_checked_at', 'is', null), eb('last_checked_at', '<=', due)]))
      .orderBy('organisation_id')
      .limit(CHECKED_AT_ONCE)
      .execute();
    const results = await Promise.allSettled(batch.map(({ organisation_id, ...claim }) => check(tools, systemActor(organisation_id), claim)));
    failures.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])));
    if (batch.length < CHECKED_AT_ONCE) break;
    last = batch.at(-1)?.organisation_id ?? last;
  }
  if (failures.length) throw new AggregateError(failures, `${failures.length} domains could not be checked: ${String(failures[0])}`);
}

async function check(tools: CheckTools, actor: Actor, claim: DomainClaim): Promise<DomainClaim> {
  const now = tools.clock.now();
  const outcome = judge(claim, await askDns(tools.dns, claim.hostname), tools.cnameTarget, now);
  const kept = await keep(tools.db, actor, claim, outcome, now).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    return keep(tools.db, actor, claim, { ...claim, status: 'failed', check_error: 'domain_taken' }, now);
  });
  return kept ?? readClaim(tools.db, actor.organisationId);
}

/** Returns null if DNS is unreachable. */
async function askDns(dns: DnsResolver, hostname: string): Promise<Records | null> {
  try {
    const [txt, cname] = await Promise.all([dns.txt(challengeName(hostname)), dns.cname(hostname)]);
    return { txt, cname };
  } catch (error) {
    if (error instanceof DnsUnreachableError) return null;
    throw error;
  }
}

/** Derives the outcome for a claim from its DNS records. If DNS is unreachable, only an unproved claim that has expired changes its status. */
function judge(claim: DomainClaim, records: Records | null, cnameTarget: string | null, now: number): Outcome {
  const { status, proved_at, claim_expires_at } = claim;
  const isOver = claim_expires_at !== null && Date.parse(claim_expires_at) <= now;
  const failed: Outcome = { status: 'failed', check_error: 'claim_expired', proved_at: null, claim_expires_at };
  if (proved_at === null && isOver) return failed;
  if (!records) return { status, check_error: 'dns_unreachable', proved_at, claim_expires_at };
  const txt = !records.txt.length ? 'txt_missing' : records.txt.includes(txtValue(claim)) ? null : 'txt_wrong';
  const cname = !records.cname.length ? 'cname_missing' : cnameTarget !== null && records.cname.includes(cnameTarget) ? null : 'cname_wrong';
  const proved = cname === null ? 'active' : 'verified';
  if (txt === null) return { status: proved, check_error: cname, proved_at: proved_at ?? iso(now), claim_expires_at: null };
  if (isOver) return failed;
  if (proved_at === null) return { status, check_error: txt, proved_at, claim_expires_at };
  return { status: proved, check_error: txt, proved_at, claim_expires_at: claim_expires_at ?? iso(now + GRACE_MS) };
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
