import { mkdir, writeFile } from 'node:fs/promises';
import { kebab, operationsOf, readContract } from './contract/document.ts';

const ROOT = new URL('../', import.meta.url);

/** Writes the handler module of an operation that the contract already describes. It refuses to work until it is written. */
const id = process.argv[2] ?? '';
const entry = operationsOf(await readContract()).find(({ operation }) => operation.operationId === id);
if (!entry) {
  console.error(`openapi.json has no operation ${id || '(name one: make scaffold OPERATION=getSomething)'}`);
  process.exit(1);
}
const folder = new URL(`src/operations/${kebab(entry.operation.tags?.[0] ?? '')}/`, ROOT);
const file = new URL(`${id}.ts`, folder);
await mkdir(folder, { recursive: true });
try {
  await writeFile(
    file,
    `import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'${id}'> = async (_input) => {
  throw new Error('${id} is not written yet');
};
`,
    { flag: 'wx' },
  );
} catch {
  console.error(`${file.pathname.slice(ROOT.pathname.length)} is there already`);
  process.exit(1);
}
console.log(`${file.pathname.slice(ROOT.pathname.length)}: now make generate, then the domain, a migration if it needs one, and its test`);
