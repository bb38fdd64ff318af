import type { ProfileDialect, ProvisionedCredential } from '../../formats/android/index.ts';
import type { ProofingStatus, ResponseOf } from '../../issuer/contract/index.ts';
import { type IssuerClientOptions, issuerClient } from '../client/index.ts';
import { type Effects, newUuid, SYSTEM_EFFECTS } from '../effects.ts';
import type { AttestationRoot } from './attestation.ts';
import { type DeviceContext, factsOf, tamperedClientOptions } from './context.ts';
import type { AttestationProfile, DeviceState } from './device-state.ts';
import { type Presentation, type PresentationRequest, present } from './flow/present.ts';
import { cancel, type Evidence, type ProofOptions, proof, proofingStatus } from './flow/proof.ts';
import { provision } from './flow/provision.ts';
import { provisionMsos, refresh } from './flow/provision-msos.ts';
import { register, requestNonce } from './flow/register.ts';
import { notifyDeleted, status, update } from './flow/status.ts';
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

function withoutUndefined(
  state: { readonly [Name in keyof DeviceState]?: DeviceState[Name] | undefined },
): DeviceState {
  const kept = { ...state };
  for (const name of Object.keys(kept) as (keyof DeviceState)[])
    if (kept[name] === undefined) delete kept[name];
  return kept as DeviceState;
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
      state = withoutUndefined({ ...state, ...change });
      await options.save?.(state);
    },
  };
  state = tampering.state?.(factsOf(context)) ?? state;
  return {
    get state() {
      return state;
    },
    requestNonce: () => requestNonce(context),
    register: () => register(context),
    proof: (evidence, proofOptions) => proof(context, evidence, proofOptions),
    proofingStatus: () => proofingStatus(context),
    cancel: () => cancel(context),
    provision: () => provision(context),
    provisionMsos: (count) => provisionMsos(context, count),
    refresh: (count) => refresh(context, count),
    status: () => status(context),
    update: (count) => update(context, count),
    notifyDeleted: () => notifyDeleted(context),
    present: (request) => present(context, request),
    hostile: (changes, other) => {
      const { save: _, ...rest } = options;
      return device({ ...rest, state }, changes, other);
    },
  };
}

export function simulatedDevice(options: DeviceOptions): Device {
  return device(options, {}, undefined);
}
