import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';
import { conformanceOf, HELD_SETTINGS, notPassed } from './support/run.ts';
import { startWrongServer, type Wrong, type WrongServer } from './support/wrong-server.ts';
import { WRONG_WAYS } from './support/wrong-ways.ts';

const world = useWorld({ settings: HELD_SETTINGS });
let server: WrongServer;
beforeAll(async () => {
  server = await startWrongServer(world().url);
}, HOOK_TIMEOUT);
afterAll(() => server.close());

const NAMED = [...new Set(WRONG_WAYS.map(([, namedBy]) => namedBy))];
/** Its server admits everybody, so it fails without any change too. */
const NEEDS_CREDENTIALS = 'healthCheck.permission';

function run(wrong: Wrong, only: readonly string[]) {
  server.become(wrong);
  // The credentials of a caller whom nobody asked for any.
  const headers = only.includes(NEEDS_CREDENTIALS) ? { authorization: 'Bearer of-nobody' } : {};
  return conformanceOf(world(), { target: { baseUrl: server.url, headers }, only });
}

describe('A server that is wrong in one way', () => {
  it('the cases below pass as long as nothing is wrong', async () => {
    const report = await run(
      {},
      NAMED.filter((id) => id !== NEEDS_CREDENTIALS),
    );
    expect(notPassed(report)).toEqual([]);
    expect(report.cases).toHaveLength(NAMED.length - 1);
  });

  it.each(WRONG_WAYS)('%s: the case %s names it', async (_what, namedBy, wrong) => {
    const { cases } = await run(wrong(), [namedBy]);
    const [one] = cases;
    expect(cases).toHaveLength(1);
    expect([one?.result, one?.reason]).toEqual([
      one?.level === 'must' ? 'fail' : 'warning',
      expect.any(String),
    ]);
  });
});
