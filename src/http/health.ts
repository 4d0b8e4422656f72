import { createHash, timingSafeEqual } from 'node:crypto';
import { type Request, Router } from 'express';
import { NotFoundError } from '../domain/kernel/errors.ts';
import { isFromOwnMachine } from './own-machine.ts';
import { HttpProblem } from './problems.ts';
import type { Services } from './services.ts';

/** Paths that respond however busy the process is, so that a busy process is not killed. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Serves /healthz (the process responds), /readyz (it accepts work and can reach what it needs, otherwise 503) and /metrics (for Prometheus). */
export function healthPages({ readiness, settings, metrics }: Pick<Services, 'readiness' | 'settings' | 'metrics'>): Router {
  const router = Router({ strict: true });
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  router.get('/readyz', async (_req, res) => {
    const { ready, checks } = await readiness();
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not_ready', checks });
  });
  router.get('/metrics', async (req, res) => {
    requireMayReadMetrics(req, settings.metricsToken);
    res.type(metrics.registry.contentType).send(await metrics.read());
  });
  return router;
}

/** Requires METRICS_TOKEN as a bearer token if it is set, and otherwise that the request comes from this machine. */
function requireMayReadMetrics(req: Request, token: string | null): void {
  if (token === null) {
    if (!isFromOwnMachine(req)) throw new NotFoundError();
    return;
  }
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(req.headers.authorization ?? ''), digest(`Bearer ${token}`)))
    throw new HttpProblem('not_authenticated', 'Send the value of METRICS_TOKEN as the bearer token.');
}
