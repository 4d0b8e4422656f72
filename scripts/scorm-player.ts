import { readFile } from 'node:fs/promises';
import ts from 'typescript';

/**
 * The sources of the player of exported lessons, in the order in which they are run. The first ones are those with which the service scores quizzes, so
 * that both score alike.
 */
const SOURCES = [
  'learning/quizzes/fraction.ts',
  'kernel/typed-text.ts',
  'studio/lesson-content/answer-points.ts',
  'learning/quizzes/score.ts',
  'transfer/scorm/player/platform.js',
  'transfer/scorm/player/state.js',
  'transfer/scorm/player/player.js',
];

/** The only imported value that no source defines. */
const PRELUDE = "const idOf = (question) => question.id ?? '';";

const DOMAIN = new URL('../src/domain/', import.meta.url);

/** Joins the sources to a single classic script, because browsers load no modules from files. */
export async function scormPlayer(): Promise<string> {
  const sources = await Promise.all(SOURCES.map(async (path) => plainScript(await readFile(new URL(path, DOMAIN), 'utf8'))));
  return `(() => {\n'use strict';\n${PRELUDE}\n${sources.join('')}})();\n`;
}

function plainScript(source: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true };
  return ts
    .transpileModule(source, { compilerOptions })
    .outputText.replaceAll(/^import .*;\n/gm, '')
    .replaceAll(/^export (?=const|function|class|async)/gm, '')
    .replaceAll(/^export \{\};\n/gm, '');
}
