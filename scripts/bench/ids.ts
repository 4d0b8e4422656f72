/** Returns SQL of a new ID with a time, for tables that are partitioned by the time of their IDs. */
export const idAt = (time: string): string =>
  `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || right(replace(gen_random_uuid()::text, '-', ''), 20))::uuid`;

/** Returns SQL of a new ID with the time of another one. */
export const idBeside = (id: string): string => `overlay(gen_random_uuid()::text placing left(${id}::text, 13) from 1)::uuid`;
