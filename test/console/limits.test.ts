import { describe, expect, it } from 'vitest';
import { useWorld } from '../support/use-world.ts';
import { WITH_CONSOLES } from '../support/world.ts';
import { consolePage, reasonOf } from './support/console-http.ts';
import { adOps, signedIn } from './support/people.ts';

const world = useWorld({
  settings: { ...WITH_CONSOLES, 'limits.adminPerOperator': 5, 'limits.mediationPerCaller': 6 },
});

describe('A person in the console', () => {
  it('a person in the console has the request limit of an operator, which includes requests about the session', async () => {
    const page = await signedIn(world(), 'busy', 'viewer');
    const answers = [];
    for (const path of ['/session', '/admin/v1/whoami', '/sessions', '/session', '/ids:search', '/session'])
      answers.push(await (path.includes(':') ? page.post(path, { idPrefix: 'h-1' }) : page.get(path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers.map(reasonOf).at(-1)).toBe('RATE_LIMIT_EXCEEDED');
    const other = await signedIn(world(), 'other', 'viewer');
    expect((await other.get('/session')).status).toBe(200);
  });

  it('a person in the mediation console has the request limits of a caller of the panel, for every kind of request', async () => {
    const page = await adOps(world(), 'ann', []);
    const publisher = 'pub-1234567890123456';
    const paths = [
      '/session',
      '/catalogue',
      '/v1beta/accounts',
      '/changes:search',
      `/lastChanges?publisher=${publisher}&groups=1`,
      '/publishers',
    ];
    const statuses = async () => {
      const answers = [];
      for (const path of paths)
        answers.push((await (path.includes(':') ? page.post(path, { publisher }) : page.get(path))).status);
      return answers;
    };
    expect(await statuses()).toEqual([200, 200, 200, 403, 403, 200]);
    expect(await statuses()).toEqual([429, 429, 429, 429, 429, 429]);
  });

  it('a large body to the session endpoints is refused', async () => {
    const page = consolePage(world().server.adminUrl);
    const answer = await page.post('/session:signIn', {
      email: 'a@example.com',
      password: 'x'.repeat(20_000),
    });
    expect([answer.status, reasonOf(answer)]).toEqual([413, 'BODY_TOO_LARGE']);
  });
});
