import { readFile } from 'node:fs/promises';
import { type Document, readContract } from './document.ts';

/** The contract of the last release, as `make release` wrote it. */
export const RELEASED_FILE = new URL('../../generated/released.json', import.meta.url);

const DOCUMENTATION = new Set(['description', 'summary', 'example', 'examples']);

/** Returns the contract without its documentation, on which clients cannot depend. */
export function releasedForm(document: Document): Document {
  return withoutDocumentation(document, false) as Document;
}

/** Removes the documentation from a value. `isNamed`: whether its keys are names that the contract gives to properties. */
function withoutDocumentation(value: unknown, isNamed: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutDocumentation(item, false));
  if (!value || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([key]) => isNamed || !DOCUMENTATION.has(key));
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutDocumentation(item, !isNamed && key === 'properties')]));
}

/** @throws if the file is missing */
export async function readReleased(file: URL | string = RELEASED_FILE): Promise<Document> {
  await readFile(file).catch(() => {
    throw new Error(`${file instanceof URL ? 'generated/released.json' : file} is missing; \`make release\` writes it`);
  });
  return readContract(file);
}

/** Whether the major version announces that `after` breaks clients of `before`. */
export function announcesChanges(before: Document, after: Document): boolean {
  const major = ({ info }: Document) => info.version.split('.')[0];
  return major(before) !== major(after);
}
