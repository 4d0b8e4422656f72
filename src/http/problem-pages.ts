import { Router } from 'express';
import { NotFoundError } from '../domain/kernel/errors.ts';
import { isProblemCode, PROBLEMS, type ProblemCode } from './problems.ts';

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <link rel="icon" href="/docs/icon.svg">
  <style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem } dt { font-weight: 600; margin-top: 1rem } dd { margin: 0 }</style>
</head>
<body>
  <h1>${title}</h1>
  ${body}
</body>
</html>
`;

const code = (text: string): string => text.replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const entry = (name: ProblemCode): string =>
  `<dt><a href="/problems/${name}"><code>${name}</code></a> ${PROBLEMS[name].status}</dt><dd>${PROBLEMS[name].title}</dd>`;

/** Serves the pages that the `type` of an error points to: one page per code, and a list of all codes. */
export function problemPages(): Router {
  const router = Router({ strict: true });
  router.get(['/problems', '/problems/'], (_req, res) => {
    const list = (Object.keys(PROBLEMS) as ProblemCode[]).map(entry).join('\n  ');
    res
      .set('Cache-Control', 'public, max-age=3600')
      .type('html')
      .send(page('Error codes', `<dl>\n  ${list}\n  </dl>`));
  });
  router.get('/problems/:code', (req, res) => {
    if (!isProblemCode(req.params.code)) throw new NotFoundError();
    const { status, title, help } = PROBLEMS[req.params.code];
    res
      .set('Cache-Control', 'public, max-age=3600')
      .type('html')
      .send(page(title, `<p><code>${req.params.code}</code>, HTTP status ${status}</p>\n  <p>${code(help)}</p>\n  <p><a href="/problems">All codes</a></p>`));
  });
  return router;
}
