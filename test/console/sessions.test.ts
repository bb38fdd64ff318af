import { describe, expect, it } from 'vitest';
import { useWorld } from '../support/use-world.ts';
import { consolePage, reasonOf } from './support/console-http.ts';
import { PASSWORD, signedIn } from './support/people.ts';

const world = useWorld();

const MINUTE = 60_000;

describe('A session of the operators’ console', () => {
  it('begins with email and password, and says who it is and until when', async () => {
    const page = await signedIn(world(), 'ada', 'approver');
    const { status, body, headers } = await page.get('/session');
    const now = world().now();
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      person: { id: page.id, email: 'ada@example.com', role: 'approver', publishers: [], kind: 'user' },
      console: 'operators',
      startsFirstAdministrator: false,
      signInTime: new Date(now).toISOString(),
      authTime: new Date(now).toISOString(),
      idleEndTime: new Date(now + 15 * MINUTE).toISOString(),
      absoluteEndTime: new Date(now + 480 * MINUTE).toISOString(),
      stepUpSeconds: 300,
    });
  });

  it('calls the methods of the administration as its person', async () => {
    const page = await signedIn(world(), 'bo', 'viewer');
    const me = await page.get('/admin/v1/whoami');
    expect([me.status, me.body]).toEqual([
      200,
      { id: page.id, credential: 'signIn', role: 'viewer', email: 'bo@example.com', publishers: [] },
    ]);
    const refused = await page.post('/admin/v1/holders/h-1:revoke');
    expect([refused.status, reasonOf(refused)]).toEqual([403, 'ROLE_INSUFFICIENT']);
  });

  it('is refused with a wrong password, and for a user without a role', async () => {
    const page = consolePage(world().server.adminUrl);
    const wrong = await page.post('/session:signIn', { email: 'ada@example.com', password: 'x'.repeat(12) });
    expect([wrong.status, reasonOf(wrong)]).toEqual([401, 'SIGN_IN_REFUSED']);
    const nobody = await page.post('/session:signIn', { email: 'nobody@example.com', password: PASSWORD });
    expect([nobody.status, reasonOf(nobody)]).toEqual([401, 'SIGN_IN_REFUSED']);
    expect((await page.get('/session')).status).toBe(401);
  });
});
