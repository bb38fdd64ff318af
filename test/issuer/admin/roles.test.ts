import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { isAtLeast, ROLES, type Role } from '../../../src/accounts/permissions.ts';
import { METHODS } from '../../../src/admin/contract/index.ts';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { signIn } from '../../../src/cli/sign-in/authorize.ts';
import { adminHttp } from '../../support/admin-http.ts';
import { browser } from '../../support/browser.ts';
import { expectNothingWritten, rows } from '../../support/database.ts';
import { activePhone } from '../../support/devices.ts';
import { newOperator, newUser, signInAs, type TestOperator, visit } from '../../support/operator.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import { BOTH_INTERFACES } from '../../support/world.ts';

const world = useWorld({ settings: BOTH_INTERFACES });
const operators = new Map<Role, TestOperator>();
const as = (role: Role) => operators.get(role) as TestOperator;

beforeAll(async () => {
  for (const role of ROLES) operators.set(role, await newOperator(world(), role));
}, HOOK_TIMEOUT);

const bearer = ({ token }: TestOperator) => `Bearer ${token.accessToken}`;

const CASES = Object.entries(METHODS).map(
  ([name, { http, role }]) => [name, role as Role, http[0], http[1].replace(/\{\w+\}/g, 'x')] as const,
);

describe('Trusted roles (6 CFR 37 Appendix A, A6): the lowest role for each method', () => {
  it.each(CASES)(
    '%s can be called with the role %s or a higher one, and is refused to lower ones',
    async (_, least, method, path) => {
      for (const role of ROLES) {
        const call = { method, token: bearer(as(role)), ...(method === 'POST' && { body: '{}' }) };
        if (isAtLeast(role, least)) {
          expect([401, 403]).not.toContain((await adminHttp(world(), path, call)).status);
          continue;
        }
        const { status, body } = await expectNothingWritten(world(), () => adminHttp(world(), path, call));
        expect([status, body.error.status]).toEqual([403, 'PERMISSION_DENIED']);
        expect(body.error.details[0].reason).toBe('ROLE_INSUFFICIENT');
        expect(body.error.message).toContain(`the role ${least}`);
      }
    },
  );

  it('approvers decide about persons and documents; administrators manage access', () => {
    const least = (name: keyof typeof METHODS) => METHODS[name].role;
    expect(least('acceptProofing')).toBe('approver');
    expect(least('revokeCredential')).toBe('approver');
    expect(least('issueCode')).toBe('operator');
    for (const name of ['createUser', 'setUserRole', 'createOAuthClient', 'issueToken'] as const)
      expect(least(name)).toBe('administrator');
  });
});

describe("A user's role", () => {
  it('a lowered role or a disabled user takes effect with the next request', async () => {
    const operator = await newOperator(world(), 'approver', 'demoted');
    const revoke = () => callAdmin(operator.connection, 'revokeCredential', { id: 'none' });
    await adminRefusal(revoke(), 'NOT_FOUND');
    await world().admin('setUserRole', { user: operator.id, role: 'viewer' });
    await adminRefusal(revoke(), 'PERMISSION_DENIED', 'ROLE_INSUFFICIENT');
    await callAdmin(operator.connection, 'listHolders', {});
    await world().admin('setUserRole', { user: operator.id });
    await adminRefusal(callAdmin(operator.connection, 'listHolders', {}), 'UNAUTHENTICATED');
    await world().admin('setUserRole', { user: operator.id, role: 'operator' });
    await callAdmin(operator.connection, 'listHolders', {});
    await world().admin('disableUser', { user: operator.id });
    await adminRefusal(callAdmin(operator.connection, 'listHolders', {}), 'UNAUTHENTICATED');
  });

  it('a promotion takes effect at once, because the role is taken from the user and not from the token', async () => {
    const operator = await newOperator(world(), 'viewer', 'promoted');
    await adminRefusal(callAdmin(operator.connection, 'listUsers', {}), 'PERMISSION_DENIED');
    await world().admin('setUserRole', { user: operator.email, role: 'administrator' });
    await callAdmin(operator.connection, 'listUsers', {});
  });

  it('a user without a role cannot sign in to the administration', async () => {
    await newUser(world(), 'nobody@example.com');
    await expect(signInAs(world(), 'nobody@example.com')).rejects.toThrow('no role in the administration');
  });
});

describe('Tokens for the administration', () => {
  it('a token of one interface is refused on the other', async () => {
    const [id, scopes] = ['pub-9999999999999999', ['readonly']];
    await world().admin('createPublisher', { id, displayName: 'Ninth' });
    const { accessToken } = await world().admin('issueToken', { publishers: [id], scopes });
    const groups = `${world().url}/v1beta/accounts/${id}/mediationGroups`;
    const ask = (token: string) => fetch(groups, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask(accessToken)).status).toBe(200);
    expect((await ask(as('administrator').token.accessToken)).status).toBe(401);
    const { status } = await adminHttp(world(), '/admin/v1/holders', { token: `Bearer ${accessToken}` });
    expect(status).toBe(401);
  });

  it('only the built-in client gets tokens for the administration', async () => {
    const { client } = await world().admin('createOAuthClient', { name: 'Other', public: true });
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client.id,
      redirect_uri: 'http://127.0.0.1:9004',
      scope: 'admin',
      resource: `${world().url}/admin`,
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    });
    const { url } = await browser(world().url).open(`${world().url}/oauth/auth?${query}`);
    expect(url.searchParams.get('error')).toMatch(/invalid_target|invalid_scope/);
  });

  it('tokens for the administration end after a working day, however long those of the mediation interface last', async () => {
    const { token } = await newOperator(world(), 'viewer', 'working');
    const { iat = 0, exp } = decodeJwt(token.accessToken);
    expect(exp).toBe(iat + 8 * 3600);
    expect(token.expiresAt).toBeGreaterThan(Date.now() + 7.9 * 3_600_000);
  });

  it('tokens end when the user signs out', async () => {
    const { connection, id } = await newOperator(world(), 'viewer', 'leaving');
    await callAdmin(connection, 'listHolders', {});
    await world().admin('signOutUser', { user: id });
    await adminRefusal(callAdmin(connection, 'listHolders', {}), 'UNAUTHENTICATED');
  });
});

describe('The built-in OAuth client of the command line', () => {
  it('the built-in client cannot be seen or changed by the administration', async () => {
    const client = 'diptych-console';
    await adminRefusal(world().admin('getOAuthClient', { client }), 'NOT_FOUND');
    await adminRefusal(world().admin('deleteOAuthClient', { client }), 'NOT_FOUND');
    await adminRefusal(world().admin('changeOAuthClient', { client, name: 'x' }), 'NOT_FOUND');
  });

  it('the built-in client requires the password each time, and no consent', async () => {
    const visitor = browser(world().url);
    const password = 'a password that is long enough';
    for (const _ of ['first', 'second']) {
      await signIn(world().connection.url, async (address) => {
        const form = await visitor.open(address);
        expect(form.html).toContain('type="password"');
        const { url } = await visitor.submit(form, '/sign-in', { email: as('viewer').email, password });
        expect(url.hostname).toBe('127.0.0.1');
        await fetch(url);
      });
    }
  });

  it('diptych login ignores an authorization response with a foreign state parameter', async () => {
    const token = signIn(world().connection.url, async (address) => {
      const back = new URL(new URL(address).searchParams.get('redirect_uri') as string);
      expect((await fetch(`${back}?code=stolen&state=another`)).status).toBe(404);
      await visit(world().url, address, as('viewer').email);
    });
    expect((await token).accessToken).toMatch(/^ey/);
  });
});

describe('Persons in the audit log', () => {
  it('the audit log identifies the user by id, not by email (A6)', async () => {
    const { ids } = await activePhone(world());
    const { connection, id, email } = as('approver');
    await callAdmin(connection, 'revokeCredential', { id: ids.credentialId, reason: 'deviceStolen' });
    const { events } = await world().admin('listEvents', { operatorId: id });
    expect(events).toEqual([
      expect.objectContaining({ subjectId: ids.credentialId, to: 'revoked', reason: 'deviceStolen' }),
    ]);
    const [row] = rows(
      world(),
      `select operator_id as operator from state_change where to_state = 'revoked'`,
    );
    expect(row?.operator).toBe(id);
    for (const line of world().log) expect(line).not.toContain(email);
  });

  it('the audit log records who created a publisher account', async () => {
    const { connection, id } = as('administrator');
    await callAdmin(connection, 'createPublisher', { id: 'pub-8888888888888888', displayName: 'Eighth' });
    const { changes } = await callAdmin(connection, 'listChanges', { id: 'pub-8888888888888888' });
    expect(changes.map(({ subject }) => subject)).toEqual([id]);
  });
});
