import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const RETRY_MS = 100;
const REQUEST_MS = 30_000;

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** State that the writers share. */
export interface Setting {
  url: string;
  signal: AbortSignal;
  /** Answers that are not explained by the failure of a process or a connection. */
  wrong: string[];
}

/**
 * Sends a request, with the same Idempotency-Key each time, until it is answered by something other than an outage. Returns null if the run ends first. Answers
 * of 500 are noted as wrong, and the request is sent again.
 */
export async function persist(setting: Setting, method: string, path: string, headers: Record<string, string>, body?: object): Promise<Answer | null> {
  const key = randomUUID();
  while (!setting.signal.aborted) {
    const answer = await ask(setting.url + path, method, { ...headers, ...(method === 'POST' ? { 'Idempotency-Key': key } : {}) }, body);
    if (answer && answer.status < 500) return answer;
    if (answer && answer.status !== 503) setting.wrong.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    await pause(RETRY_MS);
  }
  return null;
}

/** Sends one request, and returns null if the connection failed. */
async function ask(url: string, method: string, headers: Record<string, string>, body: object | undefined): Promise<Answer | null> {
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(REQUEST_MS),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : {} };
  } catch {
    return null;
  }
}
