import { type Kysely, sql } from 'kysely';
import type { AnonymousBound } from '../../accounts/ports/store.ts';
import type { Schema } from '../schema/index.ts';

/** Ids that one call gives for each bound, so that the write that drops them stays short. */
const AT_ONCE = 50;

/** Artifacts of a model live equally long, so those that end first are the oldest. */
export async function surplusArtifacts(
  db: Kysely<Schema>,
  { model, source, perSource, inAll }: AnonymousBound,
): Promise<readonly string[]> {
  const anonymous = db
    .selectFrom('oauth_artifact')
    .select('artifact_id')
    .where('model', '=', model)
    .where(sql<boolean>`source is not null`)
    .orderBy('expires_at', 'desc')
    .limit(AT_ONCE);
  const ofSource = await anonymous.where('source', '=', source).offset(perSource).execute();
  const ofAll = await anonymous.offset(inAll).execute();
  return [...ofSource, ...ofAll].map(({ artifact_id }) => artifact_id);
}
