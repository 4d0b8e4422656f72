import { createHash, timingSafeEqual } from 'node:crypto';
import { type Request, Router } from 'express';
import { NotFoundError } from '../domain/kernel/errors.ts';
import { isFromOwnMachine } from './own-machine.ts';
import { HttpProblem } from './problems.ts';
import type { Services } from './services.ts';

/** These respond however busy the process is, so that nobody ends it for being busy. */
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

/** If METRICS_TOKEN is set, only requests with it as a bearer token may read the metrics. Otherwise, only this machine may. */
function requireMayReadMetrics(req: Request, token: string | null): void {
  if (token === null) {
    if (!isFromOwnMachine(req)) throw new NotFoundError();
    return;
  }
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(req.headers.authorization ?? ''), digest(`Bearer ${token}`)))
    throw new HttpProblem('not_authenticated', 'Send the value of METRICS_TOKEN as the bearer token.');
}
