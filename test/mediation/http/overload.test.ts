import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConflictError } from '../../../src/conventions/errors.ts';
import { createListener } from '../../../src/http/listener.ts';
import { type MediationExchange, mediationPlugin } from '../../../src/http/mediation/index.ts';
import { servedMethods } from '../../../src/mediation/contract/index.ts';
import type { MediationPanel } from '../../../src/mediation/panel.ts';
import { checkError, detailOf } from './support/envelope.ts';
import { GROUPS, MINE } from './support/world.ts';

const listener = createListener();
const seen: MediationExchange[] = [];
let url = '';
beforeAll(async () => {
  const busy = async () => {
    throw new ConflictError('another change came first');
  };
  const caller = {
    issuer: 'x',
    subject: 'x',
    scopes: new Set(['monetization'] as const),
    publishers: new Set([MINE]),
  };
  await listener.register(mediationPlugin, {
    panel: {
      served: servedMethods(true),
      prepare: () => busy,
      call: busy,
      previewLint: busy,
    } as MediationPanel,
    bearer: { verify: async () => caller, requireScope: () => {}, requirePublisher: () => {} },
    domain: 'mediation.example',
    throttle: async () => {},
    gzipBodies: false,
    observe: (exchange) => seen.push(exchange),
  });
  url = await listener.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => listener.close());

describe('Too many changes of one resource', () => {
  it('too many changes of one resource are refused with an error that recommends a retry', async () => {
    const response = await fetch(`${url}${GROUPS}`);
    const error = checkError(response.status, await response.text());
    expect([response.status, error.status]).toEqual([503, 'UNAVAILABLE']);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(detailOf(error, 'RetryInfo')?.retryDelay).toBe('1s');
    expect(detailOf(error, 'ErrorInfo')).toMatchObject({ reason: 'OVERLOAD', domain: 'mediation.example' });
    expect(seen).toMatchObject([{ outcome: 'OVERLOAD', status: 503, publisherId: MINE }]);
  });
});
