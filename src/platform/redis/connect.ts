export type RedisClient = Awaited<ReturnType<typeof connectRedis>>;

/** Connects, or fails within seconds; later, a lost connection is sought again and commands meanwhile fail at once. */
export async function connectRedis(url: string, onError: (error: Error) => void) {
  // Loaded only if there is a Redis: it takes as long to load as the rest of a small service.
  const { createClient } = await import('redis');
  let connected = false;
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 3000, reconnectStrategy: (tries) => (connected ? Math.min(tries * 100, 3000) : new Error('Redis cannot be reached')) },
  });
  client.on('error', (error: Error) => {
    if (connected) onError(error);
  });
  await client.connect();
  connected = true;
  return client;
}
