import { type OperationName, operationPath } from '../../src/issuer/contract/index.ts';
import type { Device, DeviceState, Tampering } from '../../src/wallet/index.ts';
import { type RawRequest, wireOf } from '../harness/http-connection.ts';
import { inTurn } from '../harness/in-turn.ts';
import { factory } from './factory.ts';
import { AUTH_KEYS, type Phone } from './phone.ts';

/** A request that a device prepared but did not send. */
export interface HeldBack {
  readonly request: RawRequest;
  /** The state of the device when it prepared the request. */
  readonly state: DeviceState;
}

class NotSent extends Error {}

const postOf = (operation: OperationName, body: unknown): RawRequest => ({
  method: 'POST',
  path: operationPath(operation),
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/**
 * Captures a request from a copy of the device, so that the device itself does not change. Earlier requests
 * of the copy are sent.
 */
async function heldBack(
  device: Device,
  operation: OperationName,
  act: (copy: Device) => Promise<unknown>,
  tampering: Tampering = {},
): Promise<HeldBack> {
  let held: HeldBack | undefined;
  const copy = device.hostile({
    ...tampering,
    request(body, { state }, sentTo) {
      if (sentTo !== operation) return body;
      held = { request: postOf(operation, body), state };
      throw new NotSent();
    },
  });
  await act(copy).catch((error: unknown) => {
    if (!(error instanceof NotSent)) throw error;
  });
  if (!held) throw new Error(`the device did not get as far as ${operation}`);
  return held;
}

/** Authentication keys that the issuer has not certified yet. */
export const newKeys = ({ authKeys }: DeviceState) => authKeys.filter(({ certified }) => !certified);

/** The same request with unencrypted keys; the answer is still encrypted. */
function withPlainKeys({ request, state }: HeldBack): HeldBack {
  const authKeys = newKeys(state).map(({ certificate }) => ({
    unencryptedValue: Buffer.from(certificate).toString('base64'),
  }));
  const body = JSON.stringify({ ...JSON.parse(request.body ?? ''), authKeys });
  return { request: { ...request, body }, state };
}

const madeHere = factory();

/** Requests of a phone with an active credential. Requests that change data are different each time. */
export function requestsOf({ device, newDevice }: Phone) {
  const encryptedKeys = () =>
    heldBack(device, 'provisionMobileSecurityObjects', (copy) => copy.provisionMsos(AUTH_KEYS));
  return {
    encryptedKeys,
    plainKeys: async () => withPlainKeys(await encryptedKeys()),
    register: () => heldBack(newDevice(), 'registerDevice', (copy) => copy.register(), madeHere),
    credentialStatus: () => heldBack(device, 'getCredentialStatus', (copy) => copy.status()),
    proofingStatus: () => heldBack(device, 'getProofingStatus', (copy) => copy.proofingStatus()),
  } satisfies Record<string, () => Promise<HeldBack>>;
}

export type RequestName = keyof ReturnType<typeof requestsOf>;

/** Prepared requests, each sent once. Several devices take turns to prepare them. */
export interface Supply {
  readonly prepare: (count: number) => Promise<void>;
  readonly next: () => Buffer;
  /** The state of the device at each request that was sent. */
  readonly sent: () => readonly DeviceState[];
}

export function supply(makers: readonly (() => Promise<HeldBack>)[]): Supply {
  const make = inTurn(makers);
  const ready: { readonly wire: Buffer; readonly state: DeviceState }[] = [];
  const sent: DeviceState[] = [];
  return {
    async prepare(count) {
      while (ready.length < count) {
        const { request, state } = await make()();
        ready.push({ wire: wireOf(request), state });
      }
    },
    next() {
      const made = ready.shift();
      if (!made) throw new Error('no request was prepared');
      sent.push(made.state);
      return made.wire;
    },
    sent: () => sent,
  };
}
