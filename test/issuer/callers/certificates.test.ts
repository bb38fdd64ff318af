import { Agent } from 'node:https';
import { describe, expect, it } from 'vitest';
import { type Identity, newIdentity, send } from '../../support/tls.ts';
import { body, expectDenied, expectServed, OPERATION, startScene, useScene } from './support.ts';

const DAY = 86_400_000;

describe('U1: mutual TLS with pinned client certificates', () => {
  let current: Identity;
  let next: Identity;
  let rsa: Identity;
  let expired: Identity;
  let early: Identity;
  const scene = useScene(async () => {
    current = await newIdentity({ name: 'platform' });
    next = await newIdentity({ name: 'platform' });
    rsa = await newIdentity({ kind: 'rsa' });
    expired = await newIdentity({ notBefore: Date.now() - 3 * DAY, notAfter: Date.now() - DAY });
    early = await newIdentity({ notBefore: Date.now() + DAY, notAfter: Date.now() + 3 * DAY });
    const pins = [current, next, rsa, expired, early].map(({ pin }) => pin);
    return startScene(() => ({ 'issuer.callers.pins': pins }));
  });

  it('each pinned certificate is accepted, so that two can overlap during the yearly rotation', async () => {
    for (const identity of [current, next, rsa]) {
      expectServed(await scene().call({ identity, ca: scene().identity.cert }));
    }
  });

  it.each([
    ['no certificate', async () => ({}), /no client certificate/],
    [
      'a certificate that is not pinned, of the same name',
      async () => ({ identity: await newIdentity({ name: 'platform' }) }),
      /not among those that are pinned/,
    ],
    ['an expired certificate', async () => ({ identity: expired }), /outside its validity/],
    ['a certificate that is not valid yet', async () => ({ identity: early }), /outside its validity/],
  ] as const)(
    '%s gets permissionDenied as an ErrorResponse, not a failed handshake',
    async (_, options, words) => {
      const answer = await scene().call(await options());
      expectDenied(answer, words);
    },
  );

  it('a pinned certificate that ends while its connection stays open is refused from then on', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const one = await startScene(() => ({ 'issuer.callers.pins': [current.pin] }));
    const call = () => one.call({ identity: current, agent });
    expectServed(await call());
    one.serving.advance(2 * DAY);
    expectDenied(await call(), /outside its validity/);
    agent.destroy();
    await one.close();
  });

  it('a pinned caller that names an issuer which is not served gets forbidden', async () => {
    const answer = await scene().call({ identity: current, body: body('Another_US_MDL') });
    expect([answer.status, answer.body.forbidden]).toEqual([403, {}]);
  });

  it('the header Client-Cert is refused without a proxy, also together with a valid certificate', async () => {
    const headers = { 'client-cert': current.header };
    expectDenied(await scene().call({ headers }), /from configured proxies only/);
    expectDenied(await scene().call({ headers, identity: current }), /from configured proxies only/);
  });

  it('the mediation panel and the admin interface request no client certificate, so browsers show no prompt', async () => {
    const { url, issuerUrl, adminUrl } = scene().serving.server;
    expect(new Set([url, issuerUrl, adminUrl]).size).toBe(3);
    for (const address of [url, adminUrl]) {
      const health = await send(`${address}/healthz`, { method: 'GET', ca: scene().identity.cert });
      expect([health.status, health.body]).toEqual([200, { status: 'ok' }]);
    }
    expect((await send(`${url}${OPERATION}`, { body: body() })).status).toBe(404);
  });
});
