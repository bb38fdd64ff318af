import type { FastifyRequest } from 'fastify';
import type { ServingKey } from '../../mediation/ports/entities.ts';
import type { ServingKeys } from '../../mediation/serve/serving-keys.ts';
import { refusal } from '../conventions/index.ts';
import type { AddressOf } from '../oauth/address.ts';
import type { Limiter, LimitName } from '../throttle.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key in the path, set when it is known and not revoked. */
    servingKey: ServingKey | null;
  }
}

/** Who may call, and how often. */
export interface Admission {
  readonly keys: ServingKeys;
  readonly throttle: Limiter;
  /** The address of the caller, which is counted and never logged. */
  readonly addressOf: AddressOf;
}

/** By what the requests of an admitted caller are counted. */
export const countedAs = (key: string, address: string) => `${key} ${address}`;

/**
 * Checks the key in the path before anything else is read, and counts the request by key and address. An unknown key is
 * counted by address alone. @throws StatusError ROUTE_NOT_FOUND, SERVING_KEY_REVOKED, RATE_LIMIT_EXCEEDED
 */
export function admit({ keys, throttle, addressOf }: Admission, limit: LimitName) {
  return async (request: FastifyRequest): Promise<void> => {
    const { key } = request.params as { readonly key: string };
    const address = addressOf(request);
    const servingKey = await keys.find(key);
    await throttle(limit, servingKey ? countedAs(key, address) : address);
    if (!servingKey) throw refusal('ROUTE_NOT_FOUND');
    request.servingKey = servingKey;
  };
}

/** The app that the key of an admitted request belongs to. */
export function servingKeyOf({ servingKey }: FastifyRequest): ServingKey {
  if (!servingKey) throw new Error('the request was not admitted');
  return servingKey;
}
