import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { contractFaults } from './contract/check.ts';
import { clientGroups } from './contract/client-groups.ts';
import { complete } from './contract/complete.ts';
import { CONTRACT_FILE, canonical, kebab, operationsOf, readContract } from './contract/document.ts';
import { addExamples, eventExamples, exampleFaults } from './contract/examples.ts';
import { withFlatBodies } from './contract/flat.ts';
import { mcpTools } from './contract/mcp-tools.ts';
import { memberOrder } from './contract/member-order.ts';
import { handlerIndex, operationList, operationTable } from './contract/operation-table.ts';
import { routeIndex } from './contract/routes.ts';
import { clientTypes, contractTypes, keyedPosts, problemCodes } from './contract/types.ts';
import { requestValidators, responseValidators } from './contract/validators.ts';
import { webAppRoutes } from './contract/web-app-routes.ts';
import { databaseSnapshot } from './database-snapshot.ts';
import { jobIndex } from './job-index.ts';
import { messageTypes } from './messages.ts';
import { scormPlayer } from './scorm-player.ts';

const ROOT = new URL('../', import.meta.url);
/** Whether to only compare the files, and fail if one is out of date. */
const CHECK = process.argv.includes('--check');

const document = await readContract();
const unthrown = complete(document);
stopAt([...contractFaults(document), ...(await handlerFaults()), ...(CHECK ? unthrown : [])]);
stopAt(addExamples(document));
/** The contract as the service itself reads it. Clients get it as it is published. */
const read = withFlatBodies(document);
const [server, sdk, database] = await Promise.all([contractTypes(read, 'server'), clientTypes(document), databaseSnapshot()]);
const groups = clientGroups(document);
const requests = requestValidators(read);
const responses = responseValidators(document);
stopAt(exampleFaults(document, requests.code, responses.code));
const files: Record<string, string> = {
  'api.ts': server,
  'sdk.ts': sdk,
  'agent-groups.ts': groups.agent,
  'session-groups.ts': groups.session,
  'keyed-posts.ts': keyedPosts(document),
  'problem-codes.ts': problemCodes(document),
  'database.ts': database.types,
  'schema.sql': database.schema,
  'operations.ts': operationTable(read),
  'operations.txt': operationList(document),
  'handlers.ts': handlerIndex(document),
  'jobs.ts': jobIndex(),
  'routes.ts': routeIndex(document),
  'event-examples.ts': eventExamples(document),
  'mcp-tools.ts': mcpTools(read),
  'member-order.json': memberOrder(document),
  'messages.ts': await messageTypes(),
  'web-app-routes.ts': webAppRoutes(document),
  'request-validators.cjs': requests.code,
  'request-validators.d.cts': requests.types,
  'response-validators.cjs': responses.code,
  'response-validators.d.cts': responses.types,
  'scorm-player.js': await scormPlayer(),
};
const outputs = [
  { file: CONTRACT_FILE, text: canonical(document) },
  ...Object.entries(files).map(([name, text]) => ({ file: new URL(`generated/${name}`, ROOT), text })),
];
const changed = (
  await Promise.all(outputs.map(async ({ file, text }) => ((await readFile(file, 'utf8').catch(() => '')) === text ? [] : [{ file, content: text }])))
).flat();
if (CHECK && changed.length) {
  console.error(`These files are out of date, run make generate: ${changed.map(({ file }) => file.pathname.slice(ROOT.pathname.length)).join(', ')}`);
  process.exit(1);
}
await Promise.all(changed.map(({ file, content }) => write(file, content)));
for (const fault of unthrown) console.warn(`openapi.json: ${fault}`);
console.log(`Generated ${outputs.length} files for ${operationsOf(document).length} operations, and changed ${changed.length} files.`);

async function write(file: URL, content: string): Promise<void> {
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, content);
}

function stopAt(faults: string[]): void {
  if (!faults.length) return;
  console.error(faults.map((fault) => `openapi.json: ${fault}`).join('\n'));
  process.exit(1);
}

/** Checks that there is exactly one handler file for each operation, and no other file. */
async function handlerFaults(): Promise<string[]> {
  const folder = new URL('src/operations/', ROOT);
  const found = new Set(
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath.slice(folder.pathname.length)}/${entry.name}`),
  );
  const wanted = new Set(operationsOf(document).map(({ operation }) => `${kebab(operation.tags?.[0] ?? '')}/${operation.operationId}.ts`));
  return [
    ...[...wanted].filter((file) => !found.has(file)).map((file) => `src/operations/${file} is missing; \`make scaffold\` creates it`),
    ...[...found].filter((file) => !wanted.has(file)).map((file) => `src/operations/${file} belongs to no operation`),
  ];
}
