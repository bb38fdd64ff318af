import type { Check } from '../checks.ts';
import type { OperationName, RequestMetadata, RequestOf, ResponseOf } from '../contract/index.ts';
import { credentialOf } from '../credential/current-credential.ts';
import type { IssuerDeps } from '../deps.ts';
import { type RegisteredDevice, registeredDevice } from '../device/registered-device.ts';
import type { Actor, Credential, Proofing } from '../model/index.ts';
import type { IssuerReader } from '../ports/store.ts';
import { proofingOf } from '../proofing/current-proofing.ts';

/** An operation receives its dependencies and returns the handler of checked requests. */
export type Operation<Name extends OperationName, Needs extends keyof IssuerDeps = never> = (
  deps: Pick<IssuerDeps, Needs>,
) => (request: RequestOf<Name>) => Promise<ResponseOf<Name>>;

export function walletActor({ requestMetadata }: { readonly requestMetadata: RequestMetadata }): Actor {
  return { kind: 'wallet', requestId: requestMetadata.requestId };
}

interface About<Members extends string> {
  readonly reader: IssuerReader;
  readonly request: Readonly<Record<Members, string>>;
}

export const DEVICE: Check<About<'deviceReferenceId'>, { readonly device: RegisteredDevice }> = {
  step: 'identifiers',
  name: 'deviceReferenceId is known, and the device is registered',
  reasons: ['invalidIdentifier', 'invalidState'],
  remedies: {
    invalidIdentifier: 'Get a registration nonce for this deviceReferenceId and register the device.',
    invalidState: 'Register the device first.',
  },
  check: async ({ reader, request }) => ({
    device: await registeredDevice(reader, request.deviceReferenceId),
  }),
};

export const PROOFING: Check<About<'deviceReferenceId' | 'proofingId'>, { readonly proofing: Proofing }> = {
  step: 'identifiers',
  name: 'proofingId belongs to this device',
  reasons: ['invalidIdentifier'],
  remedies: { invalidIdentifier: 'Send a proofingId with which this device called proofUser.' },
  check: async ({ reader, request }) => ({
    proofing: await proofingOf(reader, request.deviceReferenceId, request.proofingId),
  }),
};

export const CREDENTIAL: Check<
  About<'deviceReferenceId' | 'credentialId'>,
  { readonly credential: Credential }
> = {
  step: 'identifiers',
  name: 'credentialId belongs to this device',
  reasons: ['invalidIdentifier'],
  remedies: { invalidIdentifier: 'Send a credentialId with which this device called provisionCredential.' },
  check: async ({ reader, request }) => ({
    credential: await credentialOf(reader, request.deviceReferenceId, request.credentialId),
  }),
};

/** Reasons for which a value from the device can be refused when it is opened and verified. */
export const OPENING_REASONS = [
  'invalidFieldValue',
  'invalidPayloadEncryption',
  'invalidPayloadSignature',
  'invalidDecryptedRequest',
] as const;
