import { type Request, type Response, Router } from 'express';
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

const facts = (name: ProblemCode) => ({ code: name, ...PROBLEMS[name] });

/** Sends a page, or the same as JSON if the client prefers that. */
function send(req: Request, res: Response, html: string, json: object): void {
  res.set('Cache-Control', 'public, max-age=3600').vary('Accept');
  if (req.accepts(['html', 'json']) === 'json') res.json(json);
  else res.type('html').send(html);
}

/** Serves what the `type` of an error points to, as a page or as JSON: one page per code, and a list of all codes. */
export function problemPages(): Router {
  const router = Router({ strict: true });
  router.get(['/problems', '/problems/'], (req, res) => {
    const codes = Object.keys(PROBLEMS) as ProblemCode[];
    send(req, res, page('Error codes', `<dl>\n  ${codes.map(entry).join('\n  ')}\n  </dl>`), { results: codes.map(facts) });
  });
  router.get('/problems/:code', (req, res) => {
    if (!isProblemCode(req.params.code)) throw new NotFoundError();
    const problem = facts(req.params.code);
    const { title, status, help } = problem;
    const html = `<p><code>${problem.code}</code>, HTTP status ${status}</p>\n  <p>${code(help)}</p>\n  <p><a href="/problems">All codes</a></p>`;
    send(req, res, page(title, html), problem);
  });
  return router;
}
