import { isTimezone } from '../../domain/kernel/locale.ts';
import type { Needs, Visit } from '../visit.ts';

/** Returns the hidden field for the time zone of the browser, which a script fills in. */
export const zoneField = ({ form: sent }: Visit): { timezone: string } => ({ timezone: sent.timezone ?? '' });

export const zoneNeeds: Needs = { scripts: ['zone'] };

/** Returns the time zone of the browser for an operation that creates an account. A zone that the service does not know yet must not stop anybody. */
export const zoneOf = ({ form: { timezone } }: Visit): { timezone?: string } => (timezone && isTimezone(timezone) ? { timezone } : {});
