import { Failures } from '../../kernel/failures.ts';

/** A claim to a domain that a TXT record proves. */
export interface ProofClaim {
  txt_token: string;
  /** The time since which the domain has been proved. */
  proved_at: string | null;
  /** The deadline for seeing the record, for a claim or for a proved domain whose record cannot be seen. */
  claim_expires_at: string | null;
}

export interface Proof extends Omit<ProofClaim, 'txt_token'> {
  check_error: 'txt_missing' | 'txt_wrong' | 'claim_expired' | 'dns_unreachable' | null;
}

export const CLAIM_LIFETIME_MS = 7 * 24 * 3600_000;
/** Time for which a proved domain may lack its TXT record. */
const GRACE_MS = 3 * 24 * 3600_000;
/**
 * Time for which a proved domain whose DNS is unreachable stays as it is, and the same time again until it ends: servers that no longer respond prove nothing.
 */
const UNREACHABLE_GRACE_MS = 14 * 24 * 3600_000;

/**
 * Derives the state of a claim from the TXT records; `claim_expired` ends it.
 * @param txt null if DNS is unreachable
 * @param value the record that proves the claim
 */
export function judgeProof({ proved_at, claim_expires_at }: ProofClaim, txt: readonly string[] | null, value: string, now: number): Proof {
  const grace = txt === null && proved_at !== null ? UNREACHABLE_GRACE_MS : 0;
  const isOver = claim_expires_at !== null && Date.parse(claim_expires_at) + grace <= now;
  const isSeen = txt?.includes(value) ?? false;
  if (isOver && (proved_at === null || !isSeen)) return { check_error: 'claim_expired', proved_at: null, claim_expires_at };
  if (isSeen) return { check_error: null, proved_at: proved_at ?? iso(now), claim_expires_at: null };
  const latest = iso(now + (txt ? GRACE_MS : UNREACHABLE_GRACE_MS));
  const endsAt = claim_expires_at !== null && claim_expires_at < latest ? claim_expires_at : latest;
  const check_error = txt === null ? 'dns_unreachable' : txt.length ? 'txt_wrong' : 'txt_missing';
  return { check_error, proved_at, claim_expires_at: proved_at === null ? claim_expires_at : endsAt };
}

/** Slightly less than the hour between two runs of the job. */
const DUE_AFTER_MS = 50 * 60_000;
const CHECKED_AT_ONCE = 20;

interface Due<Row> {
  /** Claims that were last checked before this time are due. */
  before: string;
  /** The row after which the due ones are read. */
  last: Row | undefined;
  limit: number;
}

/** Checks every claim that was not checked within the last hour. If a check throws, the function fails after all other claims have been checked. */
export async function checkEach<Row extends { organisation_id: string }>(
  now: number,
  readDue: (due: Due<Row>) => Promise<Row[]>,
  checkOne: (row: Row) => Promise<unknown>,
): Promise<void> {
  const failures = new Failures();
  let last: Row | undefined;
  for (;;) {
    const batch = await readDue({ before: iso(now - DUE_AFTER_MS), last, limit: CHECKED_AT_ONCE });
    await Promise.all(batch.map((row) => failures.note(row.organisation_id, () => checkOne(row))));
    if (batch.length < CHECKED_AT_ONCE) break;
    last = batch.at(-1);
  }
  failures.check('organisations have domains that could not be checked');
}

const iso = (ms: number): string => new Date(ms).toISOString();
