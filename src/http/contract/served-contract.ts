import type { OpenAPIV3_1 as O } from 'openapi-types';
import type { Services } from '../services.ts';
import { componentsReached } from './references.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

type Operation = O.OperationObject & { 'x-qa'?: boolean };
type Document = O.Document & { 'x-tagGroups'?: { name: string; tags: string[] }[] };

export type ContractSettings = Pick<Services['settings'], 'publicUrl' | 'qaHelpers'>;

/**
 * Returns the contract as this installation serves it: with PUBLIC_URL as its server, if it is set, and without the QA operations, where they are closed,
 * and the tags and components that only these have.
 */
export function servedContract(contract: string, { publicUrl, qaHelpers }: ContractSettings): string {
  const document = JSON.parse(contract) as Document;
  if (publicUrl !== null) document.servers = [{ url: publicUrl }];
  return JSON.stringify(qaHelpers ? document : withoutQa(document));
}

function withoutQa(document: Document): Document {
  const hidden = new Set<string>();
  const paths: O.PathsObject = {};
  for (const [path, item = {}] of Object.entries(document.paths ?? {})) {
    const shown: O.PathItemObject = { ...item };
    for (const method of METHODS) {
      const operation = item[method] as Operation | undefined;
      if (!operation?.['x-qa']) continue;
      for (const tag of operation.tags ?? []) hidden.add(tag);
      delete shown[method];
    }
    if (METHODS.some((method) => shown[method])) paths[path] = shown;
  }
  for (const item of Object.values(paths)) for (const method of METHODS) for (const tag of item?.[method]?.tags ?? []) hidden.delete(tag);
  const tagGroups = document['x-tagGroups']?.flatMap(({ name, tags }) => {
    const shown = tags.filter((tag) => !hidden.has(tag));
    return shown.length ? [{ name, tags: shown }] : [];
  });
  return {
    ...document,
    paths,
    components: withoutUnused(document, paths),
    ...(document.tags && { tags: document.tags.filter(({ name }) => !hidden.has(name)) }),
    ...(tagGroups && { 'x-tagGroups': tagGroups }),
  };
}

/** Leaves out the components that the document used before, and does not use with these paths. */
function withoutUnused({ paths: before, webhooks, components = {} }: Document, paths: O.PathsObject): O.ComponentsObject {
  const all = components as Record<string, Record<string, unknown>>;
  const used = componentsReached(all, [before, webhooks]);
  const still = componentsReached(all, [paths, webhooks]);
  const isLeft = (kind: string, name: string) => still.has(`${kind}/${name}`) || !used.has(`${kind}/${name}`);
  return Object.fromEntries(
    Object.entries(all).map(([kind, named]) => [kind, Object.fromEntries(Object.entries(named).filter(([name]) => isLeft(kind, name)))]),
  );
}
