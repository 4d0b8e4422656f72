import openapiTS, { astToString } from 'openapi-typescript';
import { type Document, mapSchema } from './document.ts';

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
