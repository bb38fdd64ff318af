import { omit, omitUndefined } from '../../conventions/omit.ts';
import type { ProfileDialect, ProvisionedCredential } from '../../formats/android/index.ts';
import type { ProofingStatus, ResponseOf } from '../../issuer/contract/index.ts';
import { type IssuerClientOptions, issuerClient } from '../client/issuer-client.ts';
import { type Effects, newUuid, SYSTEM_EFFECTS } from '../effects.ts';
import type { AttestationRoot } from './attestation.ts';
import { type DeviceContext, factsOf, tamperedClientOptions } from './context.ts';
import type { AttestationProfile, DeviceState } from './device-state.ts';
import type { Presentation, PresentationRequest } from './flow/disclose.ts';
import type { Evidence, ProofOptions } from './flow/proof.ts';
import type { Stranger, Tampering } from './tampering.ts';

export interface DeviceOptions extends Partial<Effects> {
  readonly issuer: IssuerClientOptions;
  /** State from an earlier run. Without it, the device is new. */
  readonly state?: DeviceState;
  /** Stores the state. Called for every change, before a request that depends on it is sent. */
  readonly save?: (state: DeviceState) => void | Promise<void>;
  /** Default `org.iso.18013.5.1.mDL`. This option and the next two are only for a new device. */
  readonly docType?: string;
  /** Default `hardware`. */
  readonly profile?: AttestationProfile;
  /** Default: the encoding of the profile. */
  readonly dialect?: ProfileDialect;
  /** Whether values are sent encrypted. Default true. */
  readonly encrypt?: boolean;
  /** The HPKE parameter that has the context string. Default `info`. */
  readonly hpkeContext?: 'info' | 'aad';
  /** DER of trusted IACA roots. Without any, the trust in the document signer is not checked. */
  readonly trustedRoots?: readonly Uint8Array[];
  /** The root that attests the phone's keys, from `attestationRoot`. Default: the root of the sandbox. */
  readonly attestationRoot?: AttestationRoot;
}

/**
 * A simulated phone with one document. Methods reject with IssuerRefusal, ExchangeError, DistrustError (the
 * device must refuse the issuer's answer) or DeviceStateError (another step must come first). Only one method
 * may run at a time.
 *
 * A step is loaded when it is called, and the formats that it needs (CBOR, COSE, X.509, mdoc) when its first request was
 * answered, so that a command sends that one at once.
 */
export interface Device {
  readonly state: DeviceState;
  requestNonce(): Promise<string>;
  register(): Promise<void>;
  /** Resolves to the id of the proofing. */
  proof(evidence: Evidence, options?: ProofOptions): Promise<string>;
  proofingStatus(): Promise<ProofingStatus>;
  cancel(): Promise<void>;
  provision(): Promise<ProvisionedCredential>;
  /** Resolves to the number of received MSOs. */
  provisionMsos(count: number): Promise<number>;
  refresh(count: number): Promise<number>;
  status(): Promise<ResponseOf<'getCredentialStatus'>>;
  /** Resolves to whether there was a newer version. */
  update(count: number): Promise<boolean>;
  /** Resolves to the ProofOfDeletion. */
  notifyDeleted(): Promise<Uint8Array>;
  present(request: PresentationRequest): Promise<Presentation>;
  /** A temporary copy with tampered artefacts. This device does not change. */
  hostile(tampering: Tampering, stranger?: Stranger): Device;
}

const MDL = 'org.iso.18013.5.1.mDL';

function newState(
  { docType = MDL, profile = 'hardware', dialect = profile }: DeviceOptions,
  effects: Effects,
): DeviceState {
  return { deviceReferenceId: newUuid(effects.random), docType, profile, dialect, authKeys: [] };
}

function unknownStranger({ random }: Effects): Stranger {
  const [deviceReferenceId, proofingId, credentialId] = [newUuid(random), newUuid(random), newUuid(random)];
  return { deviceReferenceId, proofingId, credentialId };
}

function device(options: DeviceOptions, tampering: Tampering, stranger: Stranger | undefined): Device {
  const effects = {
    clock: options.clock ?? SYSTEM_EFFECTS.clock,
    random: options.random ?? SYSTEM_EFFECTS.random,
  };
  const before = options.state ?? newState(options, effects);
  let state = before;
  const client = { newRequestId: () => newUuid(effects.random), ...options.issuer };
  const context: DeviceContext = {
    ...effects,
    issuer: issuerClient(tamperedClientOptions(client, tampering, () => context)),
    encrypt: options.encrypt ?? true,
    hpkeContext: options.hpkeContext ?? 'info',
    ...(options.trustedRoots && { trustedRoots: options.trustedRoots }),
    ...(options.attestationRoot && { attestationRoot: options.attestationRoot }),
    tampering,
    stranger: stranger ?? unknownStranger(effects),
    before,
    state: () => state,
    async update(change) {
      state = omitUndefined<DeviceState>({ ...state, ...change });
      await options.save?.(state);
    },
  };
  state = tampering.state?.(factsOf(context)) ?? state;
  return {
    get state() {
      return state;
    },
    requestNonce: async () => (await import('./flow/register.ts')).requestNonce(context),
    register: async () => (await import('./flow/register.ts')).register(context),
    proof: async (evidence, proofOptions) =>
      (await import('./flow/proof.ts')).proof(context, evidence, proofOptions),
    proofingStatus: async () => (await import('./flow/proofing.ts')).proofingStatus(context),
    cancel: async () => (await import('./flow/proofing.ts')).cancel(context),
    provision: async () => (await import('./flow/provision.ts')).provision(context),
    provisionMsos: async (count) => (await import('./flow/provision-msos.ts')).provisionMsos(context, count),
    refresh: async (count) => (await import('./flow/provision-msos.ts')).refresh(context, count),
    status: async () => (await import('./flow/status.ts')).status(context),
    update: async (count) => (await import('./flow/status.ts')).update(context, count),
    notifyDeleted: async () => (await import('./flow/status.ts')).notifyDeleted(context),
    present: async (request) => (await import('./flow/present.ts')).present(context, request),
    hostile: (changes, other) => {
      return device({ ...omit(options, 'save'), state }, changes, other);
    },
  };
}

export function simulatedDevice(options: DeviceOptions): Device {
  return device(options, {}, undefined);
}
