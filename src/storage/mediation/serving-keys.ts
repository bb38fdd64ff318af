import type { ServingKey } from '../../mediation/ports/entities.ts';
import { member } from '../columns.ts';
import { prepared } from '../statements.ts';
import type { NewRow, Row } from './rows.ts';

export function toServingKey(row: Row<'serving_key'>): ServingKey {
  return {
    key: row.serving_key,
    publisherId: row.publisher_id,
    appFragment: row.app_fragment,
    revision: row.revision,
    createdAt: row.created_at,
    ...member('displayName', row.display_name),
    ...member('revokedAt', row.revoked_at),
  };
}

export function fromServingKey(key: ServingKey): NewRow<'serving_key'> {
  return {
    serving_key: key.key,
    publisher_id: key.publisherId,
    app_fragment: key.appFragment,
    display_name: key.displayName ?? null,
    created_at: key.createdAt,
    revoked_at: key.revokedAt ?? null,
    revision: key.revision,
  };
}

export const servingKeyById = prepared((db, { key }: { readonly key: string }) =>
  db.selectFrom('serving_key').selectAll().where('serving_key', '=', key),
);
