/** What time it is, in milliseconds since 1970-01-01 UTC. Tests move it; nothing else reads the time for a rule. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The time as the contract writes it: RFC 3339 in UTC, with milliseconds. Such texts sort by time. */
export const timeOf = (clock: Clock): string => new Date(clock.now()).toISOString();
