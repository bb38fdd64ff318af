import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MediationRun, runMediation } from '../../src/conformance/mediation/run-mediation.ts';
import type { Report } from '../../src/conformance/report/contract.ts';
import { newSeed } from '../../src/conformance/run/seed.ts';
import { adUnit, MINE, useHttpWorld } from '../mediation/http/support/world.ts';
import { diptych } from '../support/cli.ts';
import { MEDIATION_WRONG_WAYS as WRONG_WAYS } from './support/mediation-wrong-ways.ts';
import { notPassed } from './support/run.ts';
import { startWrongServer, type Wrong, type WrongServer } from './support/wrong-server.ts';

const world = useHttpWorld();

function run(options: Partial<MediationRun> = {}, baseUrl = world().url): Promise<Report> {
  const headers = { authorization: `Bearer ${world().token.write}` };
  return runMediation({
    target: { baseUrl, account: MINE, headers, adUnit: adUnit() },
    profile: 'full',
    setup: [],
    known: {},
    rate: 0,
    seed: newSeed(),
    budget: 600_000,
    runner: { version: 'test', commit: 'test' },
    ...options,
  });
}

describe('Diptych as a server of the mediation interface', () => {
  it('every case of the catalogue passes', async () => {
    const report = await run();
    expect(notPassed(report)).toEqual([]);
    expect(report.leftBehind).toEqual([
      expect.stringMatching(/^\d+ mediation groups$/),
      expect.stringMatching(/^\d+ ad unit mappings$/),
    ]);
    expect(JSON.stringify(report)).not.toContain(world().token.write);
  });

  it('without an ad unit the cases that make groups are not run', async () => {
    const headers = ['--header', `authorization: Bearer ${world().token.read}`];
    const common = ['--interface', 'mediation', '--base-url', world().url, '--rate', '0'];
    const args = ['--account', MINE, '--profile', 'full', ...headers];
    const { out, exit } = await diptych('conformance', ...common, ...args);
    expect(out).toMatch(/\d+ not run \(ad unit\)/);
    expect(out).not.toContain('failed');
    expect(exit).toBe(0);
  });

  it('without a token only the cases about callers without one are run', async () => {
    const { cases } = await run({ target: { baseUrl: world().url, account: MINE, headers: {} } });
    const ran = cases.filter(({ result }) => result !== 'notRun').map(({ id, result }) => [id, result]);
    expect(ran).toEqual([
      ['authentication.no-token', 'pass'],
      ['authentication.wrong-token', 'pass'],
    ]);
  });

  it('an address without an account is wrong usage', async () => {
    const { err, exit } = await diptych('conformance', '--interface', 'mediation', '--base-url', world().url);
    expect(err).toContain('--account takes the publisher account');
    expect(exit).toBe(2);
  });
});

describe('A server of the mediation interface that is wrong in one way', () => {
  let server: WrongServer;
  beforeAll(async () => {
    server = await startWrongServer(world().url);
  });
  afterAll(() => server.close());

  const under = (wrong: Wrong, only: readonly string[]) => {
    server.become(wrong);
    return run({ only }, server.url);
  };

  it('the cases below pass as long as nothing is wrong', async () => {
    const named = [...new Set(WRONG_WAYS.map(([, namedBy]) => namedBy))];
    const report = await under({}, named);
    // The server between does not pass compression on.
    expect(notPassed(report)).toEqual(['compression.gzip warning: the answer is not compressed']);
    expect(report.cases).toHaveLength(named.length);
  });

  it.each(WRONG_WAYS)('%s: the case %s names it', async (_what, namedBy, wrong) => {
    const { cases } = await under(wrong, [namedBy]);
    const [one] = cases;
    expect(cases).toHaveLength(1);
    expect([one?.result, one?.reason]).toEqual([
      one?.level === 'must' ? 'fail' : 'warning',
      expect.any(String),
    ]);
  });
});
