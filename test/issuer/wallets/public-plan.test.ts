import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VCI_CATALOGUE } from '../../../src/conformance/openid4vci/catalogue.ts';
import { newDeviceKey } from '../../../src/wallet/device/device-key.ts';
import { SYSTEM_EFFECTS } from '../../../src/wallet/effects.ts';
import { phoneFor, VCI_FAULTS, type VciPhone } from '../../../src/wallet/index.ts';
import { sha256, thumbprintOf } from '../../../src/wallet/openid4vci/jwt.ts';
import { browser, type Page } from '../../support/browser.ts';
import { useHolderPage } from '../../support/holder-page.ts';
import { attestingSettings, CALLBACK, offered } from '../../wallet/openid4vci/support.ts';
import { PUBLIC_PLANS, type Shown } from './public-plans.ts';

const vector = new URL('../../vectors/openid-conformance-suite/issuer-plans.json', import.meta.url);
const { plans } = JSON.parse(readFileSync(vector, 'utf8')) as {
  plans: Readonly<Record<string, readonly string[]>>;
};

/** What is wrong with a reference of the map. */
function problemOf(shown: Shown): string | undefined {
  if ('notApplicable' in shown) return undefined;
  if ('case' in shown) {
    const { case: named } = shown;
    const isThere = VCI_CATALOGUE.cases.some(
      ({ id }) => id === named || (/^[.-]/.test(id.slice(named.length)) && id.startsWith(named)),
    );
    return isThere ? undefined : `there is no case ${named}`;
  }
  const file = new URL(shown.file, import.meta.url);
  const isThere = existsSync(file) && readFileSync(file, 'utf8').includes(`'${shown.title}'`);
  return isThere ? undefined : `${shown.file} has no test "${shown.title}"`;
}

describe('The map of the public test plans', () => {
  it('has every module of the plans, and no other one', () => {
    const modules = new Set(Object.values(plans).flat());
    expect([...PUBLIC_PLANS.keys()].toSorted()).toEqual([...modules].toSorted());
    expect(modules.size).toBe(61);
  });

  it('names only cases and tests that exist', () => {
    expect([...PUBLIC_PLANS.values()].flat().flatMap((shown) => problemOf(shown) ?? [])).toEqual([]);
    expect(problemOf({ case: 'no-such-case' })).toBeDefined();
    expect(problemOf({ file: 'strict-client.test.ts', title: 'no such test' })).toBeDefined();
  });

  it('has the modules after which faults are named', () => {
    for (const { module } of VCI_FAULTS)
      if (module !== undefined) expect([...PUBLIC_PLANS.keys()]).toContain(`oid4vci-1_0-issuer-${module}`);
  });
});

// The rest are modules of FAPI 2.0 that no client of others makes.
const { world } = useHolderPage({
  ...attestingSettings(),
  'issuer.wallets.profile': 'haip',
  'issuer.wallets.anonymous': false,
});
const VERIFIER = 'v'.repeat(64);
const clock = () => world().now();

async function begun() {
  const { offer: text } = await offered(world());
  const options = { clock, clientId: 'wallet-1', redirectUri: CALLBACK };
  const { phone, offer } = await phoneFor(text, options);
  return { phone, issuerState: offer.issuerState };
}

type Texts = Readonly<Record<string, string | undefined>>;

async function pushed({ phone, issuerState }: Awaited<ReturnType<typeof begun>>, more: Texts = {}) {
  const challenge = { code_challenge: sha256(VERIFIER), code_challenge_method: 'S256' };
  const all = { ...challenge, issuer_state: issuerState, state: 'pushed', ...more };
  const changes = 'dpop_jkt' in more ? { headers: { dpop: undefined } } : {};
  const { body } = await phone.requests.pushedRequest(all, changes);
  const query = new URLSearchParams({ client_id: 'wallet-1', request_uri: String(body?.request_uri) });
  return `/vci/authorize?${query}`;
}

/** Where the browser is sent back after the person says yes. */
async function allowed(path: string, visitor = browser(world().url)): Promise<URL> {
  const page: Page = await visitor.open(path);
  return (await visitor.submit(page, '/add/wallet', { decision: 'allow' })).url;
}

type Changes = Parameters<VciPhone['requests']['token']>[1];

const redeem = ({ requests }: VciPhone, back: URL, changes: Changes = {}) =>
  requests.token(
    {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      code_verifier: VERIFIER,
      redirect_uri: CALLBACK,
    },
    changes,
  );

describe('As the profile of FAPI 2.0 asks', () => {
  it('a request without state is answered without state', async () => {
    const path = await pushed(await begun(), { state: undefined });
    const back = await allowed(`${path}&state=outside`);
    expect([back.searchParams.has('code'), back.searchParams.has('state')]).toEqual([true, false]);
  });

  it('only the pushed state is answered', async () => {
    const back = await allowed(`${await pushed(await begun())}&state=outside`);
    expect(back.searchParams.getAll('state')).toEqual(['pushed']);
  });

  it('a request_uri may be opened again until it is answered', async () => {
    const path = await pushed(await begun());
    await browser(world().url).open(path);
    expect((await allowed(path)).searchParams.has('code')).toBe(true);
  });

  it('a code is for the key of dpop_jkt only', async () => {
    const key = newDeviceKey(SYSTEM_EFFECTS.random);
    const one = await begun();
    const back = await allowed(await pushed(one, { dpop_jkt: thumbprintOf(key) }));
    expect((await redeem(one.phone, back)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await redeem(one.phone, back, { key })).status).toBe(200);
  });

  it('a code ends after a minute', async () => {
    const one = await begun();
    const back = await allowed(await pushed(one));
    world().advance(61_000);
    expect(await redeem(one.phone, back)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('DPoP proofs at the token endpoint may have nbf and exp, and be ten seconds early or late', async () => {
    for (const at of [-10, 10]) {
      const one = await begun();
      const back = await allowed(await pushed(one));
      const now = one.phone.requests.seconds();
      const dpop = { claims: { iat: now + at, nbf: now, exp: now + 300 } };
      expect((await redeem(one.phone, back, { dpop })).status).toBe(200);
    }
  });

  it('two DPoP proofs in one request are refused', async () => {
    const one = await begun();
    const back = await allowed(await pushed(one));
    const doubled = { headers: { DPoP: 'a.b.c' } };
    expect(await redeem(one.phone, back, doubled)).toMatchObject({
      status: 400,
      body: { error: 'invalid_dpop_proof' },
    });
  });

  it('the pushed request is a POST', async () => {
    for (const method of ['GET', 'PUT']) {
      const { status } = await fetch(`${world().url}/vci/par`, { method });
      expect([404, 405]).toContain(status);
    }
  });
});
