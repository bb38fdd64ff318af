import { sql } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

/** Which network address, hashed, caused a row of the authorization server before anybody signed in. */
export const anonymousArtifacts: NumberedMigration = {
  name: '015-anonymous-artifacts',
  async up(db) {
    await db.schema.alterTable('oauth_artifact').addColumn('source', 'text').execute();
    for (const [name, columns] of [
      ['oauth_artifact_source', ['model', 'source', 'expires_at']],
      ['oauth_artifact_anonymous', ['model', 'expires_at']],
    ] as const) {
      await db.schema
        .createIndex(name)
        .on('oauth_artifact')
        .columns([...columns])
        .where(sql<boolean>`source is not null`)
        .execute();
    }
  },
};
