import { randomUUID } from 'node:crypto';
import type { RedisClient } from '../redis/connect.ts';
import type { Quota, SlidingWindow, Verdict } from './sliding-window.ts';

/** Keeps a sorted set of times for each key. The check and the write are one atomic step, which uses Redis's own clock. */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local count = redis.call('ZCARD', KEYS[1])
local wanted = tonumber(ARGV[4])
local tooMany = count + wanted - tonumber(ARGV[1])
local allowed = tooMany <= 0
local pause = tonumber(ARGV[5])
local pauseEnds = nil
if pause > 0 and tooMany > 0 then
  local newest = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
  pauseEnds = tonumber(newest[2] or now) + math.min(pause * 2 ^ (tooMany - 1), tonumber(ARGV[6]))
  allowed = pauseEnds <= now
end
if allowed then
  for number = 1, wanted do redis.call('ZADD', KEYS[1], now, ARGV[3] .. number) end
  redis.call('PEXPIRE', KEYS[1], window)
  count = count + wanted
end
if pauseEnds then return { allowed and 1 or 0, tonumber(ARGV[1]), math.max(0, pauseEnds - now) } end
local place = math.max(0, tooMany - 1)
local oldest = redis.call('ZRANGE', KEYS[1], place, place, 'WITHSCORES')
return { allowed and 1 or 0, count, tonumber(oldest[2] or now) + window - now }
`;

const milliseconds = (seconds = 0): string => String(seconds * 1000);

/** A window shared by all processes. While Redis cannot be reached, `fallback` counts instead, so that a limit always applies. */
export class RedisWindow implements SlidingWindow {
  readonly #redis: RedisClient;
  readonly #fallback: SlidingWindow;
  readonly #onFailure: (error: unknown) => void;

  constructor(redis: RedisClient, fallback: SlidingWindow, onFailure: (error: unknown) => void) {
    this.#redis = redis;
    this.#fallback = fallback;
    this.#onFailure = onFailure;
  }

  async take(key: string, quota: Quota, count = 1): Promise<Verdict> {
    try {
      const [allowed, taken, resetMs] = (await this.#redis.eval(SCRIPT, {
        keys: [`limit:${key}`],
        arguments: [
          String(quota.limit),
          String(quota.windowSeconds * 1000),
          randomUUID(),
          String(count),
          milliseconds(quota.pauses?.firstSeconds),
          milliseconds(quota.pauses?.longestSeconds),
        ],
      })) as [number, number, number];
      return { allowed: allowed === 1, remaining: quota.limit - taken, resetMs };
    } catch (error) {
      this.#onFailure(error);
      return this.#fallback.take(key, quota, count);
    }
  }

  async giveBack(key: string): Promise<void> {
    try {
      await this.#redis.zPopMax(`limit:${key}`);
    } catch (error) {
      this.#onFailure(error);
      await this.#fallback.giveBack(key);
    }
  }

  async forget(key: string): Promise<void> {
    try {
      await this.#redis.del(`limit:${key}`);
    } catch (error) {
      this.#onFailure(error);
      await this.#fallback.forget(key);
    }
  }
}
