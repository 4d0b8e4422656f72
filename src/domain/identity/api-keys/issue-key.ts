import type { Executor } from '../../../platform/database/connect.ts';
import { newId } from '../../kernel/ids.ts';
import { generateKey, type NewKey } from './key-format.ts';
import type { Scopes } from './scopes.ts';

export interface KeyRequest {
  organisationId: string;
  name: string;
  scopes: Scopes;
  /** Null if the key never expires. */
  /** RFC 3339 in UTC. */
  expiresAt: string | null;
  /** The user who creates the key. */
  createdBy?: string;
}

/** Stores a new key and returns its secret, which cannot be read again. */
export async function issueKey(db: Executor, request: KeyRequest): Promise<{ id: string; secret: string }> {
  const key = generateKey();
  return { id: await storeKey(db, key, request), secret: key.secret };
}

/** Stores a key that was generated, and returns its ID. */
export async function storeKey(
  db: Executor,
  { hash, displayPrefix }: Omit<NewKey, 'secret'>,
  { organisationId, name, scopes, expiresAt, createdBy }: KeyRequest,
): Promise<string> {
  const id = newId();
  await db
    .insertInto('api_keys')
    .values({
      id,
      organisation_id: organisationId,
      name,
      secret_hash: hash,
      display_prefix: displayPrefix,
      courses_scope: scopes.courses,
      chapters_scope: scopes.chapters,
      lessons_scope: scopes.lessons,
      org_settings_scope: scopes.org_settings,
      expires_at: expiresAt,
      created_by: createdBy ?? null,
    })
    .execute();
  return id;
}
