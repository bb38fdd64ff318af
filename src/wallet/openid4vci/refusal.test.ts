import { expect, it } from 'vitest';
import { ExchangeError } from '../errors.ts';
import { accepted, VciRefusal } from './refusal.ts';
import type { VciStep } from './transport.ts';

const STATUSES = [200, 201, 202, 204, 302, 400, 500];

/** RFC 6749, RFC 9126 and OpenID4VCI 1.0; every status of success is enough for a notification (11.2). */
const SUCCESS: Readonly<Record<VciStep, readonly number[]>> = {
  offer: [200],
  issuerMetadata: [200],
  serverMetadata: [200],
  pushedRequest: [201],
  token: [200],
  refresh: [200],
  nonce: [200],
  credential: [200],
  notification: [200, 201, 202, 204],
};

it.each(Object.keys(SUCCESS) as VciStep[])('the statuses of success are those of %s', (step) => {
  const outcomes = STATUSES.map((status) => {
    try {
      return accepted({ step, status, headers: {}, body: undefined }).status;
    } catch (error) {
      if (error instanceof VciRefusal) return 'refused';
      if (error instanceof ExchangeError) return 'unexpected';
      throw error;
    }
  });
  expect(outcomes).toEqual(
    STATUSES.map((status) => {
      if (SUCCESS[step].includes(status)) return status;
      return status >= 400 ? 'refused' : 'unexpected';
    }),
  );
});
