import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { inThread } from '../threads/in-thread.ts';
import { ALPHABETS, EAST_ASIAN } from './fonts.ts';

/** What a thread is given for one document. */
export interface Task {
  template: string;
  /** JSON. */
  inputs: string;
  /** JSON that `document.typ` reads: title, language, region, date and fonts. */
  document: string;
  pictures: Readonly<Record<string, Uint8Array>>;
  /** Whether it needs the large fonts of Chinese, Japanese and Korean. */
  isEastAsian: boolean;
  /** Seconds since 1970. */
  timestamp: number;
}

/** The folder in which templates find their pictures. */
const ROOT = import.meta.dirname;
const COMMON = readFileSync(new URL('document.typ', import.meta.url), 'utf8');

/** After this many documents, what the last ones did not use is dropped from Typst's cache. */
const EVICT_EVERY = 20;

const compilers = new Map<boolean, NodeCompiler>();
let documents = 0;

export default inThread<Task, Uint8Array>(typeset);

function typeset({ template, inputs, document, pictures, isEastAsian, timestamp }: Task): Uint8Array {
  const compiler = compilerFor(isEastAsian);
  for (const [name, bytes] of Object.entries(pictures)) compiler.mapShadow(join(ROOT, name), Buffer.from(bytes));
  try {
    const result = compiler.compile({ mainFileContent: COMMON + template, inputs: { inputs, document } });
    if (!result.result) {
      const error = result.takeDiagnostics() ?? result.takeError();
      const [first] = error?.shortDiagnostics ?? [];
      throw new Error(`the template does not compile: ${JSON.stringify(first)}`);
    }
    return compiler.pdf(result.result, { creationTimestamp: timestamp });
  } finally {
    compiler.resetShadow();
    if (++documents % EVICT_EVERY === 0) compiler.evictCache(1);
  }
}

function compilerFor(isEastAsian: boolean): NodeCompiler {
  let compiler = compilers.get(isEastAsian);
  if (!compiler) {
    const families = isEastAsian ? [...ALPHABETS, ...EAST_ASIAN] : ALPHABETS;
    compiler = NodeCompiler.create({ workspace: ROOT, fontArgs: [{ fontPaths: families.flatMap(({ folders }) => folders) }] });
    compilers.set(isEastAsian, compiler);
  }
  return compiler;
}
