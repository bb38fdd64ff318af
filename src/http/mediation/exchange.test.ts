import { afterAll, beforeAll, expect, it } from 'vitest';
import { servedMethods } from '../../mediation/contract/index.ts';
import type { MediationPanel } from '../../mediation/panel.ts';
import { createListener } from '../listener.ts';
import { type MediationExchange, mediationPlugin } from './index.ts';

const PUBLISHER = 'pub-1234567890123456';
const listener = createListener();
const seen: MediationExchange[] = [];

beforeAll(async () => {
  const caller = {
    issuer: 'x',
    subject: 'x',
    scopes: new Set(['monetization'] as const),
    publishers: new Set([PUBLISHER]),
  };
  await listener.register(mediationPlugin, {
    panel: { served: servedMethods(true) } as MediationPanel,
    bearer: {
      async verify(authorization) {
        if (authorization === undefined) throw new Error('none');
        return caller;
      },
      requireScope() {
        throw new Error('not allowed');
      },
      requirePublisher() {},
    },
    domain: 'mediation.example',
    throttle: async () => {},
    gzipBodies: false,
    observe: (exchange) => seen.push(exchange),
  });
});
afterAll(() => listener.close());

it.each([
  ['a batch', 'POST', '/batch', 'Bearer x', true],
  ['a batch without credentials', 'POST', '/batch', undefined, false],
  ['what the credentials do not allow', 'GET', `/v1beta/accounts/${PUBLISHER}`, 'Bearer x', true],
  ['a request without credentials', 'GET', `/v1beta/accounts/${PUBLISHER}`, undefined, false],
] as const)(
  'the log says whether the credentials were accepted: %s',
  async (_, method, url, sent, admitted) => {
    await listener.inject({ method, url, headers: sent === undefined ? {} : { authorization: sent } });
    expect(seen.at(-1)?.admitted).toBe(admitted);
  },
);
