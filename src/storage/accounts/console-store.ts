import {
  type DeleteQueryBuilder,
  type DeleteResult,
  type Insertable,
  type Kysely,
  type Selectable,
  sql,
} from 'kysely';
import type {
  ConsoleCode,
  ConsoleName,
  ConsoleReader,
  ConsoleSession,
  ConsoleWriter,
} from '../../accounts/ports/console.ts';
import type { AccountTables } from '../schema/accounts.ts';
import type { Schema } from '../schema/index.ts';
import { prepared } from '../statements.ts';

function toSession(row: Selectable<AccountTables['console_session']>): ConsoleSession {
  return {
    sessionId: row.session_id,
    tokenHash: row.token_hash,
    console: row.console as ConsoleName,
    userId: row.user_id,
    userAgent: row.user_agent,
    address: row.address,
    signedInAt: Number(row.signed_in_at),
    authenticatedAt: Number(row.authenticated_at),
    lastUsedAt: Number(row.last_used_at),
  };
}

function fromSession(session: ConsoleSession): Insertable<AccountTables['console_session']> {
  return {
    session_id: session.sessionId,
    token_hash: session.tokenHash,
    console: session.console,
    user_id: session.userId,
    user_agent: session.userAgent,
    address: session.address,
    signed_in_at: session.signedInAt,
    authenticated_at: session.authenticatedAt,
    last_used_at: session.lastUsedAt,
  };
}

const INVITATION = 'invitation';

/** More than a user has of anything: sessions end and passkeys are refused before. */
const FEW = 100;

function toCode(row: Selectable<AccountTables['console_code']>): ConsoleCode {
  return {
    codeId: row.code_id,
    codeHash: row.code_hash,
    console: row.console as ConsoleName,
    userId: row.user_id,
    expiresAt: Number(row.expires_at),
    ...(row.purpose === INVITATION && { purpose: INVITATION }),
  };
}

const byToken = prepared((db, { tokenHash }: { readonly tokenHash: string }) =>
  db.selectFrom('console_session').selectAll().where('token_hash', '=', tokenHash),
);

export function consoleReader(db: Kysely<Schema>): ConsoleReader {
  return {
    async consoleSession(tokenHash) {
      const [row] = await byToken(db, { tokenHash });
      return row && toSession(row);
    },
    async consoleSessionById(sessionId) {
      const query = db.selectFrom('console_session').selectAll().where('session_id', '=', sessionId);
      const row = await query.executeTakeFirst();
      return row && toSession(row);
    },
    async lastConsoleSignIn(userId) {
      const row = await db
        .selectFrom('state_change')
        .select('at')
        // Literals instead of parameters, because a partial index is not used for parameters.
        .where('subject', '=', sql.lit('consoleSession'))
        .where('event', '=', sql.lit('signIn'))
        .where('operator_id', '=', userId)
        .orderBy('change_id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && Number(row.at);
    },
    async lastActs(userIds) {
      if (userIds.length === 0) return new Map();
      const indexed = db
        .selectFrom('account_user')
        .select(({ selectFrom }) => [
          'user_id as id',
          selectFrom('state_change')
            .select('at')
            .where('unindexed', 'is', null)
            .whereRef('operator_id', '=', 'account_user.user_id')
            .orderBy('change_id', 'desc')
            .limit(1)
            .as('at'),
          'seen_at',
        ]);
      const added = db
        .selectFrom('state_change')
        .select(['operator_id as id', ({ fn }) => fn.max('at').as('at'), sql<null>`null`.as('seen_at')])
        .where('unindexed', 'is not', null)
        .where('operator_id', 'in', userIds)
        .groupBy('operator_id');
      const acts = new Map<string, number>();
      for (const query of [indexed.where('user_id', 'in', userIds), added])
        for (const { id, at, seen_at } of await query.execute()) {
          const last = Math.max(Number(at), Number(seen_at));
          if (id !== null && last > 0) acts.set(id, Math.max(last, acts.get(id) ?? 0));
        }
      return acts;
    },
    async consoleCode(codeHash) {
      const query = db.selectFrom('console_code').selectAll().where('code_hash', '=', codeHash);
      const row = await query.executeTakeFirst();
      return row && toCode(row);
    },
    async signInState(userId) {
      const sessions = db.selectFrom('console_session').select('last_used_at').where('user_id', '=', userId);
      const used = (await sessions.limit(FEW).execute()).map((row) => Number(row.last_used_at));
      const passkeys = db.selectFrom('passkey').select('passkey_id').where('user_id', '=', userId);
      const codes = db.selectFrom('console_code').select(['purpose', 'expires_at']);
      const open = await codes.where('user_id', '=', userId).limit(FEW).execute();
      const invitation = open.find(({ purpose }) => purpose === INVITATION);
      return {
        ...(used.length > 0 && { lastUsedAt: Math.max(...used) }),
        passkeys: (await passkeys.limit(FEW).execute()).length,
        ...(invitation && { invitedUntil: Number(invitation.expires_at) }),
      };
    },
    async consoleSessionsOf(userId) {
      const query = db.selectFrom('console_session').selectAll().where('user_id', '=', userId);
      return (await query.orderBy('last_used_at', 'desc').orderBy('session_id').execute()).map(toSession);
    },
  };
}

type Deletion = DeleteQueryBuilder<Schema, 'console_session', DeleteResult>;

/** Deletes sessions, and notes at their users when the sessions were used last. Returns how many it deleted. */
export async function deleteSessions(
  db: Kysely<Schema>,
  choose: (all: Deletion) => Deletion,
): Promise<number> {
  const rows = await choose(db.deleteFrom('console_session'))
    .returning(['user_id', 'last_used_at'])
    .execute();
  const used = new Map<string, number>();
  for (const { user_id, last_used_at } of rows)
    used.set(user_id, Math.max(Number(last_used_at), used.get(user_id) ?? 0));
  // In the order of their ids, so that two purges cannot deadlock.
  for (const [userId, usedAt] of [...used].sort()) {
    const user = db.updateTable('account_user').set({ seen_at: usedAt }).where('user_id', '=', userId);
    await user.where(({ or, eb }) => or([eb('seen_at', 'is', null), eb('seen_at', '<', usedAt)])).execute();
  }
  return rows.length;
}

export function consoleWriter(db: Kysely<Schema>): Omit<ConsoleWriter, keyof ConsoleReader> {
  return {
    async insertConsoleSession(session) {
      await db.insertInto('console_session').values(fromSession(session)).execute();
    },
    async renewConsoleSession(session, change) {
      const { sessionId, tokenHash } = session;
      const { token_hash, authenticated_at, last_used_at } = fromSession({ ...session, ...change });
      const query = db.updateTable('console_session').set({ token_hash, authenticated_at, last_used_at });
      const same = query.where('session_id', '=', sessionId).where('token_hash', '=', tokenHash);
      return (await same.execute())[0]?.numUpdatedRows === 1n;
    },
    async deleteConsoleSession(sessionId) {
      await db.deleteFrom('organisation_sign_in').where('grant_id', '=', sessionId).execute();
      return (await deleteSessions(db, (all) => all.where('session_id', '=', sessionId))) === 1;
    },
    async deleteConsoleCodesOf(userId) {
      await db.deleteFrom('console_code').where('user_id', '=', userId).execute();
    },
    async insertConsoleCode({ codeId, codeHash, console, userId, expiresAt, purpose = null }) {
      const row = {
        code_id: codeId,
        code_hash: codeHash,
        console,
        user_id: userId,
        expires_at: expiresAt,
        purpose,
      };
      await db.insertInto('console_code').values(row).execute();
    },
    async takeConsoleCode(codeHash) {
      const query = db.deleteFrom('console_code').where('code_hash', '=', codeHash).returningAll();
      const row = await query.executeTakeFirst();
      return row && toCode(row);
    },
    async purgeConsole({ signedInUntil, usedUntil, codesUntil, limit }) {
      const ended = db
        .selectFrom('console_session')
        .select('session_id')
        .where(({ or, eb }) =>
          or([eb('signed_in_at', '<=', signedInUntil), eb('last_used_at', '<=', usedUntil)]),
        )
        .limit(limit);
      await deleteSessions(db, (all) => all.where('session_id', 'in', ended));
      const codes = db
        .selectFrom('console_code')
        .select('code_id')
        .where('expires_at', '<=', codesUntil)
        .limit(limit);
      await db.deleteFrom('console_code').where('code_id', 'in', codes).execute();
    },
  };
}
