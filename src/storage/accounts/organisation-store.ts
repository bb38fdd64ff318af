import type { Insertable, Kysely, Selectable } from 'kysely';
import type {
  OrganisationChange,
  OrganisationReader,
  OrganisationSignIn,
  OrganisationWriter,
} from '../../accounts/ports/organisation.ts';
import { member } from '../columns.ts';
import type { AccountTables } from '../schema/accounts.ts';
import type { Schema } from '../schema/index.ts';

export type OrganisationRow = Selectable<AccountTables['organisation_sign_in']>;

const time = (value: number | null) => (value === null ? null : Number(value));

export function toOrganisationSignIn(row: OrganisationRow): OrganisationSignIn {
  return {
    signInId: row.sign_in_id,
    organisationId: row.organisation_id,
    userId: row.user_id,
    ...member('grantId', row.grant_id),
    ...member('providerSession', row.provider_session),
    isStrong: row.is_strong === 1,
    signedInAt: Number(row.signed_in_at),
    ...member('authenticatedAt', time(row.authenticated_at)),
    lastUsedAt: Number(row.last_used_at),
    confirmedAt: Number(row.confirmed_at),
    askedAt: Number(row.asked_at),
    ...member('refreshToken', row.refresh_token),
  };
}

function fromSignIn(signIn: OrganisationSignIn): Insertable<AccountTables['organisation_sign_in']> {
  return {
    sign_in_id: signIn.signInId,
    organisation_id: signIn.organisationId,
    user_id: signIn.userId,
    grant_id: signIn.grantId ?? null,
    provider_session: signIn.providerSession ?? null,
    is_strong: signIn.isStrong ? 1 : 0,
    signed_in_at: signIn.signedInAt,
    authenticated_at: signIn.authenticatedAt ?? null,
    last_used_at: signIn.lastUsedAt,
    confirmed_at: signIn.confirmedAt,
    asked_at: signIn.askedAt,
    refresh_token: signIn.refreshToken ?? null,
  };
}

const COLUMNS = {
  lastUsedAt: 'last_used_at',
  confirmedAt: 'confirmed_at',
  askedAt: 'asked_at',
  refreshToken: 'refresh_token',
} as const satisfies Record<keyof OrganisationChange, string>;

export function organisationReader(db: Kysely<Schema>): OrganisationReader {
  const all = db.selectFrom('organisation_sign_in').selectAll();
  const selected = (of: Parameters<OrganisationReader['organisationSignIns']>[0]) => {
    if ('userId' in of) return all.where('user_id', '=', of.userId);
    if ('grantId' in of) return all.where('grant_id', '=', of.grantId);
    const ofSession = all.where('provider_session', '=', of.providerSession);
    return ofSession.where('organisation_id', '=', of.organisationId);
  };
  return {
    async organisationSignIns(of) {
      const rows = await selected(of).execute();
      return rows.map(toOrganisationSignIn);
    },
  };
}

export function organisationWriter(db: Kysely<Schema>): Omit<OrganisationWriter, keyof OrganisationReader> {
  return {
    async insertOrganisationSignIn(signIn) {
      await db.insertInto('organisation_sign_in').values(fromSignIn(signIn)).execute();
    },
    async updateOrganisationSignIn(signIn, change) {
      // Only what changes: another process may just have stored a new refresh token.
      const row = fromSignIn({ ...signIn, ...change });
      const changed = Object.keys(change).map((name) => COLUMNS[name as keyof OrganisationChange]);
      const [result] = await db
        .updateTable('organisation_sign_in')
        .set(Object.fromEntries(changed.map((column) => [column, row[column]])))
        .where('sign_in_id', '=', signIn.signInId)
        .where('asked_at', '=', signIn.askedAt)
        .execute();
      return result?.numUpdatedRows === 1n;
    },
    async linkOrganisationSignIn(signInId, grantId) {
      const query = db.updateTable('organisation_sign_in').set({ grant_id: grantId });
      const unlinked = query.where('sign_in_id', '=', signInId).where('grant_id', 'is', null);
      return (await unlinked.execute())[0]?.numUpdatedRows === 1n;
    },
    async deleteOrganisationSignIn(signInId) {
      await db.deleteFrom('organisation_sign_in').where('sign_in_id', '=', signInId).execute();
    },
    async purgeOrganisationSignIns(signedInUntil, limit) {
      const ended = db
        .selectFrom('organisation_sign_in')
        .select('sign_in_id')
        .where('signed_in_at', '<=', signedInUntil)
        .limit(limit);
      await db.deleteFrom('organisation_sign_in').where('sign_in_id', 'in', ended).execute();
    },
  };
}
