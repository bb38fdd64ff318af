import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { postgresUrl } from '../../support/database-of.ts';
import { EMAIL, PASSWORD, useOAuthWorld } from '../../support/oauth-world.ts';

const world = useOAuthWorld({ 'database.timeoutSeconds': 1 });

/** Locks the tables that the sign-in reads until the work is done. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: postgresUrl(world().server.context.folder.path) });
  await client.connect();
  try {
    await client.query('begin; lock table oauth_artifact in access exclusive mode');
    await work();
  } finally {
    await client.end();
  }
}

describe('Sign-in while the database does not answer', () => {
  it('each step of a sign-in is answered with a page of status 503, and continues when the database answers again', async () => {
    const visitor = world().browser();
    const page = await visitor.open(world().authorization(await world().client()));
    const signIn = () => visitor.submit(page, '/sign-in', { email: EMAIL, password: PASSWORD });
    await whileLocked(async () => {
      for (const { status, headers, text } of [await visitor.open(page.url.href), await signIn()]) {
        expect([status, headers.get('retry-after')]).toEqual([503, '1']);
        expect(text).toContain('Try again in a moment.');
      }
    });
    expect((await signIn()).text).toContain('Allow access');
  });
});
