import { randomFillSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { planOf } from '../../../test/support/query-plan.ts';
import { useTestDatabase } from '../../../test/support/test-database.ts';
import type { Artifact, OAuthClient, User } from '../../accounts/ports/entities.ts';
import type { AccountStore } from '../../accounts/ports/store.ts';
import { ConflictError } from '../../conventions/errors.ts';
import type { Database } from '../database.ts';
import { accountStore } from './account-store.ts';
import { consoleReader } from './console-store.ts';

let database: Database;
let store: AccountStore;

useTestDatabase('test', (opened) => {
  database = opened;
  store = accountStore(
    database,
    () => 1000,
    (target) => randomFillSync(target),
  );
});

const user = (userId: string, email = `${userId}@example.com`): User => ({
  userId,
  revision: 0,
  email,
  passwordHash: 'hash',
  passwordIsOwn: true,
  state: 'active',
  publishers: ['pub-1', 'pub-2'],
  createdAt: 1,
  updatedAt: 2,
});

const client = (clientId: string): OAuthClient => ({
  clientId,
  revision: 0,
  name: 'Desk',
  kind: 'machine',
  secretHash: 'hash',
  redirectUris: ['http://127.0.0.1'],
  postLogoutRedirectUris: [],
  publishers: ['pub-1'],
  scopes: ['readonly'],
  createdAt: 1,
  updatedAt: 2,
});

const artifact = (model: string, id: string, more: Partial<Artifact> = {}): Artifact => ({
  model,
  id,
  payload: { a: [1] },
  expiresAt: 1000,
  ...more,
});

const consent = (grantId: string, userId = 'u', clientId = 'c') => ({
  grantId,
  userId,
  clientId,
  publishers: ['pub-2', 'pub-3'],
  createdAt: 1,
});

describe('Sign-ins by organisations in the database', () => {
  it('an update with what was read before another one changes nothing else', async () => {
    const times = { signedInAt: 1, lastUsedAt: 1, confirmedAt: 1, askedAt: 1 };
    const signIn = { signInId: 's', organisationId: 'o', userId: 'u', isStrong: false, ...times };
    await store.write((writer) => writer.insertOrganisationSignIn({ ...signIn, refreshToken: 'first' }));
    const renewed = { refreshToken: 'second', confirmedAt: 2 };
    await store.write((writer) => writer.updateOrganisationSignIn(signIn, renewed));
    await store.write((writer) => writer.updateOrganisationSignIn(signIn, { lastUsedAt: 3 }));
    const [found] = await store.read((reader) => reader.organisationSignIns({ userId: 'u' }));
    expect(found).toEqual({ ...signIn, ...renewed, lastUsedAt: 3 });
  });
});

describe('Users in the database', () => {
  it('users are found by id and by email, and listed in order', async () => {
    await store.write((w) => w.insertUser(user('b')));
    await store.write((w) => w.insertUser(user('a')));
    expect(await store.read((r) => r.user('a'))).toEqual(user('a'));
    expect(await store.read((r) => r.userByEmail('b@example.com'))).toEqual(user('b'));
    expect(await store.read((r) => r.user('x'))).toBeUndefined();
    const listed = await store.read((r) => r.listUsers({ limit: 5, after: 'a' }));
    expect(listed.map(({ userId }) => userId)).toEqual(['b']);
  });

  it('each email belongs to one user, also if two are created at the same time', async () => {
    const insert = (id: string) => store.write((w) => w.insertUser(user(id, 'same@example.com')));
    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(insert));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ConflictError);
    }
  });

  it('a change of a user is stored only for the revision that was read', async () => {
    await store.write((w) => w.insertUser(user('a')));
    await store.write((w) => w.updateUser({ ...user('a'), state: 'disabled' }));
    expect(await store.read((r) => r.user('a'))).toMatchObject({ state: 'disabled', revision: 1 });
    await expect(store.write((w) => w.updateUser(user('a')))).rejects.toBeInstanceOf(ConflictError);
  });
});

describe('OAuth clients in the database', () => {
  it('clients are stored unchanged, with a secret and without', async () => {
    const { secretHash: _, ...open } = client('b');
    await store.write((w) => w.insertClient(client('a')));
    await store.write((w) => w.insertClient(open));
    expect(await store.read((r) => r.client('a'))).toEqual(client('a'));
    expect(await store.read((r) => r.client('b'))).toEqual(open);
    await store.write((w) => w.updateClient({ ...client('a'), name: 'New' }));
    await expect(store.write((w) => w.updateClient(client('a')))).rejects.toBeInstanceOf(ConflictError);
    await store.write((w) => w.deleteClient('a'));
    expect(await store.read((r) => r.listClients({ limit: 9 }))).toEqual([open]);
  });
});

describe('A token of a machine', () => {
  it('a token of a machine gives its publishers, until the token is revoked or the client deleted', async () => {
    const held = (clientId: string, tokenId: string) =>
      store.read((r) => r.publishersOfMachine(clientId, tokenId));
    await store.write((w) => w.insertClient(client('a')));
    await store.write((w) => w.insertClient({ ...client('b'), kind: 'web' }));
    expect([await held('a', 't'), await held('b', 't'), await held('c', 't')]).toEqual([
      ['pub-1'],
      undefined,
      undefined,
    ]);
    await store.write((w) => w.revokeToken('t', 500));
    expect([await held('a', 't'), await held('a', 'u')]).toEqual([undefined, ['pub-1']]);
    await store.write((w) => w.deleteClient('a'));
    expect(await held('a', 'u')).toBeUndefined();
  });
});

describe('A grant in the database', () => {
  beforeEach(() =>
    store.write(async (w) => {
      await w.insertUser(user('u'));
      await w.insertConsent(consent('g'));
      await w.insertConsent(consent('h', 'u', 'd'));
      await w.saveArtifact(artifact('Grant', 'g', { grantId: 'g', userId: 'u' }));
      await w.saveArtifact(artifact('RefreshToken', 'r', { grantId: 'g', userId: 'u' }));
      await w.saveArtifact(artifact('Session', 's', { uid: 'x', userId: 'u' }));
    }),
  );

  const exists = async () => {
    const found = await store.read(async (r) => [
      (await r.activeGrant('g')) && 'grant',
      (await r.activeGrant('h')) && 'other grant',
      (await r.artifact('RefreshToken', 'r')) && 'refresh token',
      (await r.artifactByUid('Session', 'x')) && 'session',
    ]);
    return found.filter(Boolean);
  };

  it('a grant has the consent and the accounts of its user', async () => {
    expect(await store.read((r) => r.activeGrant('g'))).toEqual({
      consented: ['pub-2', 'pub-3'],
      held: ['pub-1', 'pub-2'],
    });
    await store.write((w) => w.updateUser({ ...user('u'), state: 'disabled' }));
    expect(await store.read((r) => r.activeGrant('g'))).toBeUndefined();
  });

  it.each([
    [{ grantId: 'g' }, ['other grant', 'session']],
    [{ clientId: 'c' }, ['other grant', 'session']],
    [{ userId: 'u' }, []],
    [{ clientId: 'x' }, ['grant', 'other grant', 'refresh token', 'session']],
  ])('a grant ends with everything below it: %j', async (ended, left) => {
    await store.write((w) => w.endGrants(ended));
    expect(await exists()).toEqual(left);
  });

  it('a grant expires with its consent, not earlier', async () => {
    expect(await store.write((w) => w.purge(999, 10))).toBe(0);
    expect(await store.write((w) => w.purge(1000, 10))).toBe(4);
    expect(await exists()).toEqual(['other grant']);
  });
});

describe('Artifacts of OAuth in the database', () => {
  it('an artifact is consumed once, also by concurrent requests', async () => {
    await store.write((w) => w.saveArtifact(artifact('AuthorizationCode', 'a')));
    const consume = () => store.write((w) => w.consumeArtifact('AuthorizationCode', 'a', 7));
    const outcomes = await Promise.all([consume(), consume(), consume()]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    await store.write((w) => w.saveArtifact(artifact('AuthorizationCode', 'a', { payload: { b: 2 } })));
    const kept = await store.read((r) => r.artifact('AuthorizationCode', 'a'));
    expect(kept).toEqual(artifact('AuthorizationCode', 'a', { payload: { b: 2 }, consumedAt: 7 }));
    await store.write((w) => w.deleteArtifact('AuthorizationCode', 'a'));
    expect(await store.read((r) => r.artifact('AuthorizationCode', 'a'))).toBeUndefined();
  });
});

describe('Sign-ins to the consoles', () => {
  it('of a deleted user of an organisation no time is left', async () => {
    const organisation = { issuer: 'https://idp.example', subject: 's' };
    const seen = () => store.read((r) => r.lastActs(['u']));
    await store.write((w) => w.insertUser({ ...user('u'), organisation }));
    await store.write((w) =>
      w.insertConsoleSession({
        sessionId: 's',
        tokenHash: 't',
        console: 'operators',
        userId: 'u',
        userAgent: '',
        address: '',
        signedInAt: 1,
        authenticatedAt: 1,
        lastUsedAt: 3,
      }),
    );
    await store.write((w) => w.endGrants({ userId: 'u' }));
    expect(await seen()).toEqual(new Map([['u', 3]]));
    await store.write((w) => w.updateUser({ ...user('u'), organisation, state: 'deleted' }));
    expect(await seen()).toEqual(new Map());
  });

  it('the last one of a user is found by an index, however long the audit log is', async () => {
    const plan = await planOf(database, (reader) => consoleReader(reader).lastConsoleSignIn('user-1'));
    expect(plan).toContain('state_change_console_sign_in');
    expect(plan).not.toMatch(/TEMP B-TREE|Sort/);
  });
});

describe('Deletion of what has expired', () => {
  it('revoked tokens and counted attempts are deleted after they expire', async () => {
    await store.write(async (w) => {
      await w.revokeToken('t', 500);
      await w.revokeToken('t', 500);
      await w.saveAttempts({ subject: 's', failures: 1, windowEndsAt: 400 });
      await w.saveAttempts({ subject: 's', failures: 2, windowEndsAt: 400 });
    });
    expect(await store.read((r) => r.isRevoked('t'))).toBe(true);
    expect(await store.read((r) => r.attempts('s'))).toEqual({
      subject: 's',
      failures: 2,
      windowEndsAt: 400,
    });
    expect(await store.write((w) => w.purge(450, 10))).toBe(1);
    expect(await store.write((w) => w.purge(500, 10))).toBe(1);
    expect(await store.read((r) => r.isRevoked('t'))).toBe(false);
  });

  it('expired artifacts are deleted in batches', async () => {
    await store.write(async (w) => {
      for (const id of ['a', 'b', 'c']) await w.saveArtifact(artifact('Interaction', id));
    });
    expect(await store.write((w) => w.purge(2000, 2))).toBe(2);
    expect(await store.write((w) => w.purge(2000, 2))).toBe(1);
  });
});
