import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ScriptName } from '../visit.ts';

const read = (name: string): [path: string, text: string] => {
  const text = readFileSync(new URL(`${name}.js`, import.meta.url), 'utf8');
  return [`/pages/${name}-${createHash('sha256').update(text).digest('base64url').slice(0, 12)}.js`, text];
};

const FILES = { lesson: read('lesson'), forms: read('forms'), zone: read('zone') };

/** Paths of the scripts, which change with the text of the scripts. */
export const SCRIPT_PATHS: Readonly<Record<ScriptName, string>> = { lesson: FILES.lesson[0], forms: FILES.forms[0], zone: FILES.zone[0] };
export const SCRIPTS: ReadonlyMap<string, string> = new Map(Object.values(FILES));
