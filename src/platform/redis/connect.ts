export type RedisClient = Awaited<ReturnType<typeof connectRedis>>;

/** Connects, or fails within seconds. Later, a lost connection is re-established, and commands in the meantime fail immediately. */
export async function connectRedis(url: string, onError: (error: Error) => void) {
  // Load the client only if Redis is used: loading it takes as long as loading the rest of a small service.
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
