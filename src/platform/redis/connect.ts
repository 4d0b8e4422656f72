import { OutageError } from '../outages/outage.ts';
import { reasonOf } from '../outages/reason.ts';

export type RedisClient = Awaited<ReturnType<typeof openClient>>;

const CONNECT_MS = 3000;
/** Longest wait for the answer to a command. Redis answers within a millisecond; one that takes longer than this has stopped. */
const COMMAND_MS = 1000;
const LONGEST_RETRY_MS = 3000;
/** Time without any data after which a connection is replaced, even while it is being established. Pings keep it busy. */
const SILENCE_MS = 5000;
const PING_MS = 2000;

/**
 * Connects, or fails within seconds. Later, a lost connection is re-established, and commands in the meantime fail immediately. A command that is not
 * answered in time fails, and the connection is replaced.
 */
export async function connectRedis(url: string, onError: (error: OutageError) => void): Promise<RedisClient> {
  return withDeadline(await openClient(url, onError), onError);
}

/** What the first words of an error mean to the person who starts the service. */
const REASONS: readonly [RegExp, string][] = [
  [/^WRONGPASS/, 'it does not accept the user name or the password'],
  [/^NOAUTH/, 'it requires a password'],
  [/^ERR AUTH/, 'it has no password, but the URL has one'],
  [/DB index is out of range/, 'it has no database with this number'],
  [/^NOPERM/, 'its user may not do what the service needs'],
  [/^READONLY/, 'it is a replica, which cannot be written to'],
  [/certificate/i, 'its certificate is not trusted; NODE_EXTRA_CA_CERTS can name a file with further authorities'],
];

async function openClient(url: string, onError: (error: OutageError) => void) {
  // Load the client only if Redis is used: loading it takes as long as loading the rest of a small service.
  const { createClient } = await import('redis');
  let connected = false;
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      socketTimeout: SILENCE_MS,
      connectTimeout: CONNECT_MS,
      reconnectStrategy: (tries, cause) => (connected ? Math.min(tries * 100, LONGEST_RETRY_MS) : cause),
    },
  });
  client.on('error', (error: Error) => {
    if (connected) onError(failure(error));
  });
  await withinTime(client.connect(), CONNECT_MS).catch((error: unknown) => {
    client.destroy();
    throw failure(error);
  });
  connected = true;
  return client;
}

/** Puts a time limit on the commands of a client. node-redis limits only the time until a command is sent. */
function withDeadline(client: RedisClient, onError: (error: OutageError) => void): RedisClient {
  const reconnect = () => {
    if (!client.isOpen) return;
    client.destroy();
    client.connect().catch((error: unknown) => onError(failure(error)));
  };
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const result: unknown = member.apply(target, args);
        if (!(result instanceof Promise)) return result;
        return withinTime(result, COMMAND_MS).catch((error: unknown) => {
          if (error instanceof OutageError) reconnect();
          throw failure(error);
        });
      };
    },
  });
}

function failure(error: unknown): OutageError {
  if (error instanceof OutageError) return error;
  const said = reasonOf(error);
  const reason = REASONS.find(([words]) => words.test(said))?.[1];
  return new OutageError('redis', reason ? `${reason} (${said})` : said, { cause: error });
}

/**
 * Waits at most `ms` for `work`. If this process was too busy to read until the time was over, an answer that has arrived is read before `work` counts as late.
 * @throws OutageError if `work` takes longer
 */
async function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const end = () => reject(new OutageError('redis', `no response within ${ms / 1000} s`));
    timer = setTimeout(() => setImmediate(end), ms).unref();
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
