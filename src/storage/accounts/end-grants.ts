import type { Kysely } from 'kysely';
import type { Ended } from '../../accounts/ports/store.ts';
import type { Schema } from '../schema/index.ts';

/** Deletes of one list of parameters; databases limit their number. */
const GRANTS_PER_DELETE = 500;

async function endOfUser(db: Kysely<Schema>, userId: string): Promise<void> {
  await db.deleteFrom('oauth_consent').where('user_id', '=', userId).execute();
  await db.deleteFrom('oauth_artifact').where('user_id', '=', userId).execute();
}

async function endOfClient(db: Kysely<Schema>, clientId: string): Promise<void> {
  const query = db.selectFrom('oauth_consent').select('grant_id').where('client_id', '=', clientId);
  const grants = (await query.execute()).map((row) => row.grant_id);
  for (let first = 0; first < grants.length; first += GRANTS_PER_DELETE) {
    const some = grants.slice(first, first + GRANTS_PER_DELETE);
    await db.deleteFrom('oauth_artifact').where('grant_id', 'in', some).execute();
  }
  await db.deleteFrom('oauth_consent').where('client_id', '=', clientId).execute();
}

async function endOfGrant(db: Kysely<Schema>, grantId: string): Promise<void> {
  await db.deleteFrom('oauth_consent').where('grant_id', '=', grantId).execute();
  await db.deleteFrom('oauth_artifact').where('grant_id', '=', grantId).execute();
}

export function endGrants(db: Kysely<Schema>, ended: Ended): Promise<void> {
  if ('userId' in ended) return endOfUser(db, ended.userId);
  if ('clientId' in ended) return endOfClient(db, ended.clientId);
  return endOfGrant(db, ended.grantId);
}
