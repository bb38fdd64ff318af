import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chosenCases } from '../../src/conformance/catalogue.ts';
import type { VciBench } from '../../src/conformance/openid4vci/bench.ts';
import { VCI_CATALOGUE } from '../../src/conformance/openid4vci/catalogue.ts';
import { diptych } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useWorld } from '../support/use-world.ts';
import type { World } from '../support/world.ts';
import { attestingSettings, newVciPhone, offered, PLAIN } from '../wallet/openid4vci/support.ts';
import { notPassed } from './support/run.ts';
import { vciConformance, wrongIssuer } from './support/vci-run.ts';
import { VCI_WRONG_WAYS } from './support/vci-wrong-ways.ts';

const world = useWorld({ settings: PLAIN });
const attesting = useWorld({ settings: attestingSettings() });
// The command compares its own clock with that of the server.
const present = useWorld({ settings: PLAIN, startAt: Date.now() });

/** A code in a request, or a token in an answer. */
const SECRET = /\bpre-authorized_code=([^&\s]+)|"(?:access|refresh)_token":"([^"]+)"/g;

describe('Diptych as an issuer by OpenID4VCI', () => {
  it('every case passes, but for those about attestations, which it does not ask for', async () => {
    const report = await vciConformance(world());
    expect(notPassed(report).filter((one) => !one.includes('notRun: needs attested'))).toEqual([]);
    expect(report.leftBehind).toEqual([]);
    expect(report.catalogue).toMatchObject({ interface: 'openid4vci', cases: VCI_CATALOGUE.cases.length });
  });

  it('every case passes where it asks for attestations', async () => {
    expect(notPassed(await vciConformance(attesting()))).toEqual([]);
  });

  it('the report has no codes, tokens or names', async () => {
    const secrets: string[] = [];
    const fetcher: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      const texts = `${String(init?.body)} ${await answer.clone().text()}`;
      for (const [, code, token] of texts.matchAll(SECRET)) secrets.push(decodeURIComponent(code ?? token!));
      return answer;
    };
    const report = await vciConformance(world(), {
      target: { fetcher },
      only: ['happy-flow', 'refresh-token'],
    });
    const text = JSON.stringify(report);
    expect(text).toContain('access_token');
    expect(secrets.length).toBeGreaterThan(3);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toContain('Mustermann');
  });
});

describe('diptych conformance --interface openid4vci', () => {
  const run = (...args: readonly string[]) =>
    diptych(
      'conformance',
      '--interface',
      'openid4vci',
      '--base-url',
      `${present().url}/vci`,
      '--rate',
      '0',
      ...args,
    );

  it('needs only the address for the profile smoke', async () => {
    const { exit, out } = await run();
    expect([exit, out]).toEqual([0, expect.stringContaining('6/6 must')]);
  });

  it('takes offers, codes, and a transaction code after each from a file', async () => {
    const file = join(temporaryFolder('offers'), 'offers.txt');
    const lines: string[] = [];
    for (let number = 0; number < 6; number += 1) lines.push((await offered(present())).offer);
    lines.push((await offered(present())).code);
    for (let number = 0; number < 3; number += 1) {
      const { offer, txCode } = await offered(present(), { txCode: true });
      lines.push(`${offer} ${txCode}`);
    }
    writeFileSync(file, `${lines.join('\n')}\n`);
    const { exit, out } = await run('--codes', file, '--profile', 'blackbox');
    expect(out).not.toContain('FAILED');
    expect(out).toMatch(/not run \(.*client.*\)/);
    expect(exit).toBe(0);
  });

  it('lists its cases, and says that nobody answers', async () => {
    expect((await run('--list', '--profile', 'full', '--json')).out).toContain('fail-invalid-nonce');
    const { exit } = await diptych(
      'conformance',
      '--interface',
      'openid4vci',
      '--base-url',
      'http://127.0.0.1:9/vci',
    );
    expect(exit).toBe(3);
  });
});

/** Cases whose wallet must be refused. */
const FAULTS = VCI_CATALOGUE.cases.filter(({ id }) => /^(fault\.|fail-)/.test(id)).map(({ id }) => id);

describe('An issuer that is wrong in one way', () => {
  it('which accepts what it should refuse: every case of a fault names it', async () => {
    const fetcher = wrongIssuer(({ status }) => (status >= 400 ? { status: 200, body: {} } : {}));
    const run = async (one: World, only: readonly string[]) =>
      (await vciConformance(one, { target: { fetcher }, only, leavesHolders: true })).cases;
    const first = await run(world(), FAULTS);
    const attested = first.filter(({ result }) => result === 'notRun').map(({ id }) => id);
    const cases = [...first, ...(await run(attesting(), attested))].filter(
      ({ result }) => result !== 'notRun',
    );
    const red = new Set(
      cases.filter(({ result }) => result === 'fail' || result === 'warning').map(({ id }) => id),
    );
    expect(FAULTS.filter((id) => !red.has(id))).toEqual([]);
    expect(
      cases.filter(({ level, result }) => level === 'must' && result !== 'fail').map(({ id }) => id),
    ).toEqual([]);
  });

  it('which names another error: the cases whose clause names the error fail, others warn', async () => {
    const fetcher = wrongIssuer(({ status, body }) =>
      status >= 400 ? { body: { ...body, error: 'something_else' } } : {},
    );
    const { cases } = await vciConformance(world(), {
      target: { fetcher },
      only: FAULTS,
      leavesHolders: true,
    });
    const ran = cases.filter(({ result }) => result !== 'notRun');
    const { clauses } = VCI_CATALOGUE;
    for (const { id, clause, level, title, result } of ran) {
      const isNamed = title.startsWith(`${clauses[clause]?.reason}: `);
      expect([id, result]).toEqual([id, isNamed && level === 'must' ? 'fail' : 'warning']);
    }
    expect(ran.some(({ result }) => result === 'fail')).toBe(true);
  });

  it('the cases below pass as long as nothing is wrong', async () => {
    const named = [...new Set(VCI_WRONG_WAYS.map(([, namedBy]) => namedBy))];
    const report = await vciConformance(world(), {
      target: { fetcher: wrongIssuer(() => ({})) },
      only: named,
      leavesHolders: true,
    });
    expect(notPassed(report)).toEqual([]);
    expect(report.cases).toHaveLength(named.length);
    // Every other case is about a fault, or below.
    const others = VCI_CATALOGUE.cases.filter(({ id }) => !named.includes(id) && !FAULTS.includes(id));
    expect(others.map(({ id }) => id)).toEqual(['batch-issuance.unlinkable']);
  });

  it.each(VCI_WRONG_WAYS)('%s: the case %s names it', async (_what, namedBy, wrong) => {
    const target = { fetcher: wrongIssuer(wrong(world())) };
    const { cases } = await vciConformance(world(), { target, only: [namedBy], leavesHolders: true });
    const [one] = cases;
    expect(cases).toHaveLength(1);
    expect([one?.result, one?.reason]).toEqual([
      one?.level === 'must' ? 'fail' : 'warning',
      expect.any(String),
    ]);
  });

  it('credentials of a batch that can be linked: the case batch-issuance.unlinkable names it', async () => {
    const { phone, code, txCode } = await newVciPhone(world());
    await phone.redeem(code);
    await phone.fetch(1);
    const [held] = phone.state.credentials;
    const twice = {
      ...phone,
      state: { ...phone.state, credentials: [held, held] },
      redeem: async () => undefined,
      fetch: async () => 2,
    };
    const bench = { own: async () => ({ phone: twice, code, txCode }) } as unknown as VciBench;
    const [one] = chosenCases(VCI_CATALOGUE, 'full', ['batch-issuance.unlinkable']);
    await expect(one?.run(bench)).rejects.toThrow('share a salt');
  });
});
