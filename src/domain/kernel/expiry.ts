import type { Clock } from '../../platform/clock/clock.ts';
import type { Faults } from './errors.ts';

const LATEST = Date.UTC(9999, 11, 31);

/** Returns the moment, in UTC, at which something is to end; null means never. Adds a fault if it is not to come, or has no year of four digits. */
export function checkedExpiry<Text extends string | null | undefined>(text: Text, clock: Clock, faults: Faults): Text | undefined {
  if (text === null || text === undefined) return text;
  const moment = Date.parse(text);
  if (!(moment > clock.now())) faults.add('expires_at', 'past', 'Must be in the future.');
  else if (moment > LATEST) faults.add('expires_at', 'out_of_range', 'Must be before the year 10000.');
  else return new Date(moment).toISOString() as Text;
  return undefined;
}
