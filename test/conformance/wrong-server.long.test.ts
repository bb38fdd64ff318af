import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';
import { CONTRACT_WRONG_WAYS } from './support/contract-wrong-ways.ts';
import { CREDENTIAL_WRONG_WAYS } from './support/credential-wrong-ways.ts';
import { msoWrongWays } from './support/mso-wrong-ways.ts';
import { conformanceOf, HELD_SETTINGS, notPassed } from './support/run.ts';
import { startWrongServer, type Wrong, type WrongServer } from './support/wrong-server.ts';

const world = useWorld({ settings: HELD_SETTINGS });
let server: WrongServer;
beforeAll(async () => {
  server = await startWrongServer(world().url);
}, HOOK_TIMEOUT);
afterAll(() => server.close());

const WRONG_WAYS = [...CONTRACT_WRONG_WAYS, ...CREDENTIAL_WRONG_WAYS, ...msoWrongWays(world)];
const NAMED = [...new Set(WRONG_WAYS.map(([, namedBy]) => namedBy))];
/** This server admits everybody, so they fail without any change too. */
const NEED_CREDENTIALS = ['healthCheck.permission', 'errors.wrong-credentials'];

function run(wrong: Wrong, only: readonly string[]) {
  server.become(wrong);
  // The credentials of a caller whom nobody asked for any.
  const headers = NEED_CREDENTIALS.includes(only[0] ?? '') ? { authorization: 'Bearer of-nobody' } : {};
  return conformanceOf(world(), { target: { baseUrl: server.url, headers }, only, leavesHolders: true });
}

describe('A server that is wrong in one way', () => {
  it('the cases below pass as long as nothing is wrong', async () => {
    const report = await run(
      {},
      NAMED.filter((id) => !NEED_CREDENTIALS.includes(id)),
    );
    expect(notPassed(report)).toEqual([]);
    expect(report.cases).toHaveLength(NAMED.length - NEED_CREDENTIALS.length);
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
