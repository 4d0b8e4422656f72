import { Temporal } from 'temporal-polyfill';

/** Returns the calendar day that is `days` days later, or earlier if `days` is negative. Days have the form YYYY-MM-DD. */
export const daysLater = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

export const daysBetween = (from: string, to: string): number => Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days;

/** Returns whether the contract can represent the day: years 1900 to 2199. */
export const isInRange = (day: string): boolean => day >= '1900-01-01' && day <= '2199-12-31' && day.length === 10;

/** Returns whether a text is a calendar day that the contract can represent, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const time = Date.parse(text);
  return isInRange(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
