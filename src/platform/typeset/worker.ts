import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { inThread } from '../threads/in-thread.ts';
import { ALPHABETS, EAST_ASIAN } from './fonts.ts';
import { typstFormula } from './formulas.ts';

/** The input of a thread for one document. */
export interface Task {
  template: string;
  /** The inputs of the template, as JSON. */
  inputs: string;
  /** LaTeX formulas, by the indexes with which the template refers to them. */
  formulas: readonly string[];
  /** JSON that `document.typ` reads: title, language, region, date and fonts. */
  document: string;
  pictures: Readonly<Record<string, Uint8Array>>;
  /** Whether the document needs the large fonts of Chinese, Japanese and Korean. */
  isEastAsian: boolean;
  /** Time of the document, in seconds since 1970. */
  timestamp: number;
}

/** Asks which of these formulas cannot be set. */
export interface FormulaTask {
  formulas: readonly string[];
}

/** The folder in which templates find their pictures. */
const ROOT = import.meta.dirname;
const COMMON = readFileSync(new URL('document.typ', import.meta.url), 'utf8');

/** After this many documents, what the last ones did not use is dropped from Typst's cache. */
const EVICT_EVERY = 20;

const compilers = new Map<boolean, NodeCompiler>();
let documents = 0;

export default inThread<Task | FormulaTask, Uint8Array | string[]>((task) => ('template' in task ? typeset(task) : unsettable(task.formulas)));

/** Maximum number of formulas that are set in one document. */
const MOST_FORMULAS = 1000;
/** Results for formulas, kept so that nobody waits for them again. */
const knownFormulas = new Map<string, string | null>();
const FORMULAS = '#for formula in json(bytes(sys.inputs.formulas)) { math.equation(eval(formula, mode: "math")) }';

/** Returns how Typst writes these formulas, and null for those that it cannot set. */
function formulasOf(formulas: readonly string[]): (string | null)[] {
  if (knownFormulas.size > 10 * MOST_FORMULAS) knownFormulas.clear();
  const fresh = [...new Set(formulas)].slice(0, MOST_FORMULAS).filter((tex) => !knownFormulas.has(tex));
  const converted = fresh.map((tex) => ({ tex, typst: typstFormula(tex) }));
  for (const { tex } of converted) knownFormulas.set(tex, null);
  for (const { tex, typst } of setOf(converted.flatMap(({ tex, typst }) => (typst === null ? [] : [{ tex, typst }])))) knownFormulas.set(tex, typst);
  return formulas.map((tex) => knownFormulas.get(tex) ?? null);
}

/** Returns the formulas that can be set, usually all of them. */
function setOf(formulas: readonly { tex: string; typst: string }[]): readonly { tex: string; typst: string }[] {
  if (formulas.length === 0) return [];
  const inputs = { formulas: JSON.stringify(formulas.map(({ typst }) => typst)) };
  if (compilerFor(false).compile({ mainFileContent: FORMULAS, inputs }).result) return formulas;
  if (formulas.length === 1) return [];
  const middle = formulas.length >> 1;
  return [...setOf(formulas.slice(0, middle)), ...setOf(formulas.slice(middle))];
}

function unsettable(formulas: readonly string[]): string[] {
  const set = formulasOf(formulas);
  return formulas.filter((_, index) => set[index] === null);
}

function typeset({ template, inputs, formulas, document, pictures, isEastAsian, timestamp }: Task): Uint8Array {
  const compiler = compilerFor(isEastAsian);
  for (const [name, bytes] of Object.entries(pictures)) compiler.mapShadow(join(ROOT, name), Buffer.from(bytes));
  try {
    const result = compiler.compile({ mainFileContent: COMMON + template, inputs: { inputs, document, formulas: JSON.stringify(formulasOf(formulas)) } });
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
