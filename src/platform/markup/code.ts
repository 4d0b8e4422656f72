import { createRequire } from 'node:module';

interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void;
  getLanguage(name: string): unknown;
  highlight(text: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
}

const require = createRequire(import.meta.url);
const highlighter = require('highlight.js/lib/core') as Highlighter;

const GRAMMARS = [
  'bash',
  'c',
  'cpp',
  'csharp',
  'css',
  'diff',
  'go',
  'java',
  'javascript',
  'json',
  'kotlin',
  'markdown',
  'php',
  'python',
  'r',
  'rust',
  'sql',
  'typescript',
  'xml',
  'yaml',
];
for (const name of GRAMMARS) highlighter.registerLanguage(name, require(`highlight.js/lib/languages/${name}`));

/** The permitted output of the highlighter: text, and spans with its own classes. */
const WRITTEN = /^(?:[^<]|<span class="(?:hljs|language)-[\w -]{1,60}">|<\/span>)*$/;

/** Writes code in a programming language with highlighted syntax. Returns null if the language is not known. */
export function codeMarkup(text: string, language: string): string | null {
  if (!highlighter.getLanguage(language)) return null;
  const { value } = highlighter.highlight(text, { language, ignoreIllegals: true });
  return WRITTEN.test(value) ? value : null;
}
