import { prepared } from '../statements.ts';

interface ById {
  readonly id: string;
}

export const deviceById = prepared((db, { id }: ById) =>
  db.selectFrom('device').selectAll().where('device_reference_id', '=', id),
);

export const devicesByKey = prepared((db, { key }: { readonly key: Uint8Array }) => {
  const having = db.selectFrom('device').select('device_reference_id').where('credential_key', '=', key);
  // Each by its own index.
  return having.where('shares_key', 'is', null).unionAll(having.where('shares_key', 'is not', null));
});

export const proofingById = prepared((db, { id }: ById) =>
  db.selectFrom('proofing').selectAll().where('proofing_id', '=', id),
);

export const credentialById = prepared((db, { id }: ById) =>
  db.selectFrom('credential').selectAll().where('credential_id', '=', id),
);

export const holderById = prepared((db, { id }: ById) =>
  db.selectFrom('holder').selectAll().where('holder_id', '=', id),
);

export const liveCredentialByDevice = prepared((db, { id }: ById) =>
  db
    .selectFrom('credential')
    .selectAll()
    .where('device_reference_id', '=', id)
    .where('state', 'in', ['provisionPending', 'active']),
);
