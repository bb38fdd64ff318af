import { describe, expect, it } from 'vitest';
import { ROLES } from '../../accounts/permissions.ts';
import { authenticated, authenticator, requireRole } from './caller.ts';

const authenticate = authenticator(
  () => 'admin-token-1',
  async (token) =>
    token === 'of ada' ? { userId: 'user-ada', role: 'viewer', proof: { at: 1 } } : undefined,
);

describe('The caller of the admin interface', () => {
  it('a caller with the admin token is an administrator', async () => {
    expect(await authenticate('admin-token-1')).toEqual({ operatorId: 'operator', role: 'administrator' });
  });

  it("a caller with an access token is its user, with the user's current role", async () => {
    expect(await authenticate('of ada')).toEqual({
      operatorId: 'user-ada',
      role: 'viewer',
      proof: { at: 1 },
    });
  });

  it.each(['', 'admin-token', 'admin-token-2', 'admin-token-1 '])(
    'a caller with the token %j is unknown',
    async (token) => {
      expect(await authenticate(token)).toBeUndefined();
      const refused = { code: 'UNAUTHENTICATED', reason: 'TOKEN_INVALID' };
      await expect(authenticated(authenticate, token)).rejects.toMatchObject(refused);
    },
  );

  it('a caller without a token is refused', async () => {
    const refused = { code: 'UNAUTHENTICATED', reason: 'TOKEN_INVALID' };
    await expect(authenticated(authenticate, undefined)).rejects.toMatchObject(refused);
  });
});

describe('Roles of the administration', () => {
  it.each(ROLES)('a role may call every method that a lower role may call: %s', (role) => {
    for (const least of ROLES) {
      const call = () => requireRole({ operatorId: 'user-ada', role }, least);
      if (ROLES.indexOf(role) >= ROLES.indexOf(least)) expect(call).not.toThrow();
      else expect(call).toThrow(`this needs the role ${least}, yours is ${role}`);
    }
  });
});
