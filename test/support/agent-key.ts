import { issueKey } from '../../src/domain/identity/api-keys/issue-key.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import { ALL_SCOPES } from './organisation.ts';

/** Creates an organisation whose plan has no limits, with an API key, for tests of whole processes. Returns its secret. */
export async function newAgentKey(db: Database, subdomain: string): Promise<string> {
  const organisationId = newId();
  await db.insertInto('organisations').values({ id: organisationId, subdomain, name: subdomain, verified_at: new Date().toISOString() }).execute();
  await db.insertInto('platform_subscriptions').values({ organisation_id: organisationId, plan_id: 'enterprise', status: 'active' }).execute();
  return (await issueKey(db, { organisationId, name: 'Key', scopes: ALL_SCOPES, expiresAt: null })).secret;
}
