import { describe, expect, it } from 'vitest';
import { type MediationRun, runMediation } from '../../src/conformance/mediation/run-mediation.ts';
import type { Report } from '../../src/conformance/report/contract.ts';
import { adUnit, MINE, useHttpWorld } from '../mediation/http/support/world.ts';
import { diptych } from '../support/cli.ts';
import { notPassed } from './support/run.ts';
import { startWrongServer, type Wrong } from './support/wrong-server.ts';

const world = useHttpWorld();

function run(options: Partial<MediationRun> = {}, baseUrl = world().url): Promise<Report> {
  const headers = { authorization: `Bearer ${world().token.write}` };
  return runMediation({
    target: { baseUrl, account: MINE, headers, adUnit: adUnit() },
    profile: 'full',
    setup: [],
    known: {},
    rate: 0,
    budget: 600_000,
    runner: { version: 'test', commit: 'test' },
    ...options,
  });
}

describe('Diptych as a server of the mediation interface', () => {
  it('every case of the catalogue passes', async () => {
    const report = await run();
    expect(notPassed(report)).toEqual([]);
    expect(report.leftBehind).toEqual([expect.stringMatching(/^\d+ mediation groups$/)]);
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

  it('an address without an account is wrong usage', async () => {
    const { err, exit } = await diptych('conformance', '--interface', 'mediation', '--base-url', world().url);
    expect(err).toContain('--account takes the publisher account');
    expect(exit).toBe(2);
  });
});

describe('A server of the mediation interface that is wrong in one way', () => {
  it.each<readonly [string, string, Wrong]>([
    [
      'it accepts every token',
      'authentication.wrong-token',
      { reply: (right) => (right.status === 401 ? { status: 200, body: {} } : right) },
    ],
    [
      'it ignores wrong selections',
      'fields.invalid-2',
      { reply: (right) => (right.status === 400 ? { status: 200, body: {} } : right) },
    ],
    [
      'it calls a list otherwise',
      'lists.ad-sources',
      { reply: (right) => ({ ...right, body: { adSources: 'none' } }) },
    ],
    [
      'an experiment is not running',
      'experiment.create',
      {
        reply: (right, { operation }) =>
          operation === 'mediationAbExperiments'
            ? { ...right, body: { ...right.body, state: 'PENDING' } }
            : right,
      },
    ],
  ])('%s: the case %s names it', async (_what, namedBy, wrong) => {
    const server = await startWrongServer(world().url);
    server.become(wrong);
    const { cases } = await run({ only: [namedBy] }, server.url);
    expect(cases.map(({ id, result }) => [id, result])).toEqual([[namedBy, 'fail']]);
    await server.close();
  });
});
