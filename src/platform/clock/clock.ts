/** The current time, in milliseconds since 1970-01-01 UTC. Rules read the time only from here, and tests can move it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Returns the current time in the contract's format: RFC 3339 in UTC, with milliseconds. Such strings sort by time. */
export const timeOf = (clock: Clock): string => new Date(clock.now()).toISOString();
