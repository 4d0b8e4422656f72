import type { Clock } from '../../platform/clock/clock.ts';
import type { Faults } from './errors.ts';

const EARLIEST = 0;
const LATEST = Date.UTC(9999, 11, 31);

/** Returns a moment in UTC. Adds a fault if it is before 1970 or its year does not have four digits. */
export function checkedMoment(text: string, faults: Faults, field: string): string | undefined {
  const moment = Date.parse(text);
  if (moment >= EARLIEST && moment <= LATEST) return new Date(moment).toISOString();
  faults.add(field, 'out_of_range', moment > LATEST ? 'Must be before the year 10000.' : 'Must not be before the year 1970.');
  return undefined;
}

/**
 * Returns the moment, in UTC, at which something is to end; null means never. Adds a fault if it is not in the future, or its year does not have four digits.
 */
export function checkedExpiry<Text extends string | null | undefined>(text: Text, clock: Clock, faults: Faults): Text | undefined {
  if (text === null || text === undefined) return text;
  if (Date.parse(text) > clock.now()) return checkedMoment(text, faults, 'expires_at') as Text;
  faults.add('expires_at', 'past', 'Must be in the future.');
  return undefined;
}
