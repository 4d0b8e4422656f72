import { judgeProof } from '../../../src/domain/organisations/organisations/domain-proof.ts';

const DAY_MS = 24 * 3600_000;
const NOW = Date.parse('2026-03-02T10:00:00.000Z');
const days = (count: number): string => new Date(NOW + count * DAY_MS).toISOString();
const VALUE = 'proof';

/** What a check finds, when the domain was proved, until when its record must be seen; whether it stays proved, and until when then. */
const CASES: [txt: string[] | null, provedAt: string | null, until: string | null, isProved: boolean, error: string | null, next: string | null][] = [
  [[VALUE], null, days(1), true, null, null],
  [[VALUE], null, days(0), false, 'claim_expired', days(0)],
  [[], null, days(1), false, 'txt_missing', days(1)],
  [null, null, days(1), false, 'dns_unreachable', days(1)],
  [null, null, days(0), false, 'claim_expired', days(0)],
  [[VALUE], days(-9), days(-5), true, null, null],
  [['other'], days(-9), null, true, 'txt_wrong', days(3)],
  [[], days(-9), days(1), true, 'txt_missing', days(1)],
  [[], days(-9), days(14), true, 'txt_missing', days(3)],
  [[], days(-9), days(0), false, 'claim_expired', days(0)],
  [null, days(-9), null, true, 'dns_unreachable', days(14)],
  [null, days(-9), days(1), true, 'dns_unreachable', days(1)],
  [null, days(-9), days(-13), true, 'dns_unreachable', days(-13)],
  [null, days(-40), days(-14), false, 'claim_expired', days(-14)],
];

test.each(CASES)(
  'with the records %j, a domain proved since %s that must be seen by %s is proved: %s',
  (txt, proved_at, claim_expires_at, isProved, error, next) => {
    const proof = judgeProof({ txt_token: 'token', proved_at, claim_expires_at }, txt, VALUE, NOW);
    expect([proof.proved_at !== null, proof.check_error, proof.claim_expires_at]).toEqual([isProved, error, next]);
  },
);
