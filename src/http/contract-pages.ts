import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { Router } from 'express';

const ASSETS = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Learning Management Service: API reference</title>
  <link rel="icon" href="/docs/assets/favicon-32x32.png">
  <link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
  <div id="reference"></div>
  <script src="/docs/assets/swagger-ui-bundle.js"></script>
  <script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  validatorUrl: null,
});
`;

/** Serves /openapi.json as it is in the repository, and /docs: Swagger UI from local files, where every operation can be tried out. */
export function contractPages(contract: string): Router {
  const router = Router({ strict: true });
  const etag = `"${createHash('sha256').update(contract).digest('base64url')}"`;
  router.get('/openapi.json', (req, res) => {
    res.set({ 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*', ETag: etag });
    if (req.fresh) res.status(304).end();
    else res.type('json').send(contract);
  });
  router.get(['/docs', '/docs/'], (_req, res) => void res.type('html').send(PAGE));
  router.get('/docs/start.js', (_req, res) => void res.type('js').send(START));
  router.use(
    '/docs/assets',
    express.static(ASSETS, { index: false, maxAge: '1h', setHeaders: (res) => void res.setHeader('Cache-Control', 'public, max-age=3600') }),
  );
  return router;
}
