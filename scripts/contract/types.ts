import openapiTS, { astToString } from 'openapi-typescript';
import { type Document, mapSchema, resolve } from './document.ts';

const HEADER = '/* Made by `make generate` from openapi.json. Do not edit. */\n';

/**
 * Types of the contract. `server`: members with a default are always there, as the validators fill them in. `client`: they may be left
 * out. Open bodies lose their index signature, so that a handler cannot read a member that the contract does not name.
 */
export async function contractTypes(document: Document, side: 'server' | 'client'): Promise<string> {
  const named = mapSchema(document, (schema) => {
    const { additionalProperties, ...rest } = schema;
    return additionalProperties === true && schema.properties ? rest : schema;
  }) as Document;
  return HEADER + astToString(await openapiTS(named as never, { defaultNonNullable: side === 'server', alphabetize: false }));
}

/** The agent surface, and the components that it needs. */
export function agentPart(document: Document): Document {
  const paths = Object.fromEntries(Object.entries(document.paths ?? {}).filter(([path]) => path.startsWith('/api/v1/agent/')));
  const components: Record<string, Record<string, unknown>> = {};
  const add = (value: unknown): void => {
    for (const [reference, kind = '', name = ''] of JSON.stringify(value).matchAll(/#\/components\/(\w+)\/([\w.-]+)/g)) {
      if (components[kind]?.[name]) continue;
      const component = resolve<unknown>(document, { $ref: reference });
      components[kind] = { ...components[kind], [name]: component };
      add(component);
    }
  };
  add(paths);
  return { ...document, paths, webhooks: {}, components } as unknown as Document;
}
