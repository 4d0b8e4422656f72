import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { Router } from 'express';
import type { Token } from 'markdown-it';
import { escapeMarkup } from '../domain/kernel/escape-markup.ts';
import { withSteps } from './guide-steps.ts';

/** Guides of the repository that are served, with their paths below /docs. */
export const GUIDES = { operations: 'scripts/ops/README.md', development: 'src/README.md' } as const;

/** Guides for those who build on the service, with their paths below /docs/guides. Each is a story that runs as a test. */
export const STORIES = {
  automate: 'scripts/guides/automate.md',
  'learner-app': 'scripts/guides/learner-app.md',
  'sell-a-course': 'scripts/guides/sell-a-course.md',
  'grade-a-class': 'scripts/guides/grade-a-class.md',
  webhooks: 'scripts/guides/webhooks.md',
  'move-from-canvas': 'scripts/guides/move-from-canvas.md',
  'run-a-kiosk': 'scripts/guides/run-a-kiosk.md',
  'single-sign-on': 'scripts/guides/single-sign-on.md',
} as const;

/** Rules that are too long for the description of an operation, with their paths below /docs/guides. */
export const RULES = {
  purchases: 'scripts/guides/purchases.md',
  'quiz-scoring': 'scripts/guides/quiz-scoring.md',
  'course-imports': 'scripts/guides/course-imports.md',
  erasure: 'scripts/guides/erasure.md',
} as const;

const PAGES: Readonly<Record<string, string>> = {
  ...GUIDES,
  ...Object.fromEntries(Object.entries({ ...STORIES, ...RULES }).map(([name, file]) => [`guides/${name}`, file])),
};

const LIST = `# Guides

Each guide runs as a test, and shows every step as a curl command and in TypeScript. The commands need bash, curl and Node.js. The TypeScript code needs the
client: \`make sdk\` in the service's repository packs it into \`.data/sdk\`, and \`npm install\` with that file adds it to your project.

- [Automate with an API key](automate.md)
- [Build a learner's app](learner-app.md)
- [Sell a course](sell-a-course.md)
- [Grade a class](grade-a-class.md)
- [Receive webhooks](webhooks.md)
- [Move a school from Canvas](move-from-canvas.md)
- [Run a kiosk](run-a-kiosk.md)
- [Integrate single sign-on](single-sign-on.md)

## Rules in detail

- [How purchases work](purchases.md)
- [How quizzes are scored](quiz-scoring.md)
- [What a course import loses](course-imports.md)
- [What is kept after an account is erased](erasure.md)
`;

/** Titles and paths of the listed guides. */
export const LISTED: readonly [title: string, path: string][] = [...LIST.matchAll(/^- \[([^\]]+)\]\(([a-z-]+)\.md\)$/gm)].map(([, title = '', name]) => [
  title,
  `/docs/guides/${name}`,
]);

const STYLE = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
pre { overflow-x: auto; padding: 1rem; background: #f3f4f6 } code { font-size: .9em }
table { border-collapse: collapse; display: block; overflow-x: auto; overflow-wrap: normal } th, td { border: 1px solid #d1d5db; padding: .3rem .6rem; text-align: left; vertical-align: top }
@media (prefers-color-scheme: dark) { body { background: #111827; color: #e5e7eb } a { color: #93c5fd } pre { background: #1f2937 } }`;

/** Serves the guides for operators and developers of the service. Each is rendered on request, because requests are rare. */
export function guidePages(): Router {
  const router = Router({ strict: true });
  for (const [name, file] of Object.entries(PAGES))
    router.get([`/docs/${name}`, `/docs/${name}/`], async (_req, res) => {
      const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
      res
        .set('Cache-Control', 'public, max-age=3600')
        .type('html')
        .send(await guidePage(file, withSteps(text)));
    });
  router.get(['/docs/guides', '/docs/guides/'], async (_req, res) => {
    res.type('html').send(await guidePage('scripts/guides/README.md', LIST));
  });
  return router;
}

async function guidePage(file: string, text: string): Promise<string> {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? file;
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escapeMarkup(title)}</title>
  <link rel="icon" href="/docs/icon.svg">
  <style>${STYLE}</style>
</head>
<body>
<nav><a href="/docs">API reference</a> · <a href="/docs/guides">Guides</a> · <a href="/docs/operations">Operator's guide</a> · <a href="/docs/development">Developer's guide</a></nav>
<main>
${await rendered(file, text)}</main>
</body>
</html>
`;
}

/** Renders a guide. Links to files that are not served are shown as text. */
async function rendered(file: string, text: string): Promise<string> {
  const { default: MarkdownIt } = await import('markdown-it');
  const markdown = new MarkdownIt('default', { html: false, linkify: false });
  const tokens = markdown.parse(text, {});
  setAnchors(tokens);
  for (const token of tokens) {
    const links = (token.children ?? []).filter(({ type }) => type === 'link_open' || type === 'link_close');
    for (const [at, link] of links.entries()) {
      if (link.type !== 'link_open') continue;
      const href = addressOf(file, String(link.attrGet('href')));
      if (href !== null) link.attrSet('href', href);
      else for (const end of [link, links[at + 1]]) if (end) Object.assign(end, { type: 'text', content: '', tag: '' });
    }
  }
  return markdown.renderer.render(tokens, markdown.options, {});
}

/** Gives headings the anchors by which chapters are linked and found. */
export function setAnchors(tokens: readonly Token[]): void {
  for (const [index, token] of tokens.entries()) if (token.type === 'heading_open') token.attrSet('id', anchorOf(tokens[index + 1]?.content ?? ''));
}

/** Returns the anchor of a heading, in the form that GitHub uses. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

/** Returns the target on the service of a link in a guide, or null if it leads to a file that is not served. */
function addressOf(file: string, href: string): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const target = posix.join(posix.dirname(file), path);
  const name = Object.entries(PAGES).find(([, guide]) => guide === target)?.[0];
  return name === undefined ? null : `/docs/${name}${fragment === undefined ? '' : `#${fragment}`}`;
}
