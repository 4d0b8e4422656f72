import { requireFreshProof } from '../domain/identity/accounts/reauthentication.ts';
import { hasOwnProof } from '../domain/identity/accounts/totp.ts';
import type { StepUpRow } from './contract/operation-row.ts';
import type { Exchange } from './exchange.ts';
import type { Services } from './services.ts';

type Members = Readonly<Record<string, unknown>>;

/** The field of a body that carries a code of the second factor. */
const SECOND_FACTOR = 'code';

/**
 * Requires the proof of who uses the session that the contract declares for the operation (`x-step-up`).
 * @throws DomainError reauthentication_required
 */
export async function requireProof({ ports }: Services, stepUp: StepUpRow, { user, session }: Exchange, body: unknown): Promise<void> {
  const members = (body ?? {}) as Members;
  if (!user || !applies(stepUp, members)) return;
  const given = stepUp.inBody.filter((name) => members[name] !== undefined);
  // The operation checks the proof in the body, and refuses a body without one if the account has a means of proof.
  if (given.length ? !stepUp.ofSecondFactor || given.includes(SECOND_FACTOR) : stepUp.inBody.length && (await hasOwnProof(ports.db, user.id))) return;
  await requireFreshProof(ports, { actorId: user.id }, session?.kept.proof, stepUp.ofSecondFactor);
}

function applies({ when, is, after, onDemand }: StepUpRow, members: Members): boolean {
  if (after !== null || onDemand) return false;
  return when === null || (members[when] !== undefined && (is === null || is.includes(members[when] as string)));
}
