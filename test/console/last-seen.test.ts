import { describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { useWorld } from '../support/use-world.ts';
import { WITH_CONSOLES } from '../support/world.ts';
import { signedIn, signInTo } from './support/people.ts';

const world = useWorld({ settings: WITH_CONSOLES });

const MINUTE = 60_000;

const lastSeen = async (user: string) =>
  (await callAdmin(world().connection, 'getUser', { user })).lastSeenTime;

const sessionsOf = async (user: string) =>
  (await callAdmin(world().connection, 'listConsoleSessions', { user })).sessions;

const end = (id: string) => callAdmin(world().connection, 'endConsoleSession', { id });

async function expire() {
  world().advance(16 * MINUTE);
  await world().server.context.accounts.sessions.purge(world().now(), 1000);
}

describe('The time at which a user was last seen', () => {
  it.each<[string, (user: string, session: string) => Promise<unknown>]>([
    ['an administrator ended it', (_, session) => end(session)],
    [
      'an administrator signed the user out',
      (user) => callAdmin(world().connection, 'signOutUser', { user }),
    ],
    ['it expired', expire],
  ])('stays after the session of the user has ended: %s', async (how, endOf) => {
    const page = await signedIn(world(), how.replaceAll(' ', '-'), 'viewer');
    world().advance(5 * MINUTE);
    await page.get('/session');
    const seen = new Date(world().now()).toISOString();
    const [session] = await sessionsOf(page.id);
    expect(await lastSeen(page.id)).toBe(seen);
    await endOf(page.id, session?.id ?? '');
    expect(await sessionsOf(page.id)).toEqual([]);
    expect(await lastSeen(page.id)).toBe(seen);
  });

  it('does not go back when a session ends that was used earlier', async () => {
    const early = await signedIn(world(), 'twice', 'viewer');
    world().advance(MINUTE);
    const late = await signInTo(early.origin, 'twice@example.com');
    world().advance(MINUTE);
    await late.get('/session');
    const seen = new Date(world().now()).toISOString();
    const sessions = await sessionsOf(early.id);
    expect(sessions).toHaveLength(2);
    // The last used one is the first in the list.
    for (const { id } of sessions) await end(id);
    expect(await lastSeen(early.id)).toBe(seen);
  });
});
