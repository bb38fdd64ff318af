import { OPERATION_NAMES, operationPath } from '../../issuer/contract/operation-outlines.ts';
import type { IssuerClient, IssuerClientOptions } from '../client/issuer-client.ts';
import { fetchTransport, observedTransport } from '../client/transport.ts';
import { type Effects, newUuid } from '../effects.ts';
import { DeviceStateError } from '../errors.ts';
import type { AttestationRoot } from './attestation.ts';
import { type DeviceKey, newDeviceKey } from './device-key.ts';
import type { DeviceIdentity, DeviceState, StoredCredential } from './device-state.ts';
import type { Facts, Stranger, Tampering } from './tampering.ts';

/** The dependencies of the steps of a device. */
export interface DeviceContext extends Effects {
  readonly issuer: IssuerClient;
  /** Whether values are sent encrypted. */
  readonly encrypt: boolean;
  readonly hpkeContext: 'info' | 'aad';
  /** DER of trusted IACA roots. Without any, the trust in the document signer is not checked. */
  readonly trustedRoots?: readonly Uint8Array[];
  readonly attestationRoot?: AttestationRoot;
  readonly tampering: Tampering;
  readonly stranger: Stranger;
  readonly before: DeviceState;
  state(): DeviceState;
  /** Sets members; undefined removes a member. The state is stored before the promise resolves. */
  update(change: { readonly [Name in keyof DeviceState]?: DeviceState[Name] | undefined }): Promise<void>;
}

export function newKey({ random }: Pick<DeviceContext, 'random'>): DeviceKey {
  return newDeviceKey(random);
}

export function newId({ random }: Pick<DeviceContext, 'random'>): string {
  return newUuid(random);
}

export function factsOf(context: DeviceContext): Facts {
  const { clock, random, stranger, before } = context;
  return { clock, random, stranger, before, state: context.state(), newKey: () => newKey(context) };
}

/** @throws DeviceStateError `notRegistered` */
export function registeredIdentity({ state }: Pick<DeviceContext, 'state'>): DeviceIdentity {
  const { identity } = state();
  if (identity?.registered) return identity;
  throw new DeviceStateError('notRegistered', 'the device is not registered with the issuer yet');
}

/** @throws DeviceStateError `notProvisioned` */
export function storedCredential({ state }: Pick<DeviceContext, 'state'>): StoredCredential {
  const { credential } = state();
  if (credential) return credential;
  throw new DeviceStateError('notProvisioned', 'the device holds no credential yet');
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/**
 * Options for a client. `tampering.request` changes each body before it is sent; observers see the changed
 * body.
 */
export function tamperedClientOptions(
  options: IssuerClientOptions,
  { request: change }: Tampering,
  context: () => DeviceContext,
): IssuerClientOptions {
  if (!change) return options;
  const { onExchange, transport: given = fetchTransport(), ...rest } = options;
  const transport = onExchange ? observedTransport(given, onExchange) : given;
  return {
    ...rest,
    transport: async (url, body) => {
      const operation = OPERATION_NAMES.find((name) => url.endsWith(operationPath(name)))!;
      const changed = await change(JSON.parse(body), factsOf(context()), operation);
      return transport(url, JSON.stringify(changed));
    },
  };
}
