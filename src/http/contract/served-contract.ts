import type { Services } from '../services.ts';
import { type ServedDocument, withoutQa } from './contract-part.ts';

export type ContractSettings = Pick<Services['settings'], 'publicUrl' | 'qaHelpers'>;

/**
 * Returns the contract as this installation serves it: with PUBLIC_URL as its server, if it is set, and without the QA operations, where they are closed,
 * and the tags and components that only these have.
 */
export function servedContract(contract: string, { publicUrl, qaHelpers }: ContractSettings): ServedDocument {
  const document = JSON.parse(contract) as ServedDocument;
  if (publicUrl !== null) document.servers = [{ url: publicUrl }];
  return qaHelpers ? document : withoutQa(document);
}
