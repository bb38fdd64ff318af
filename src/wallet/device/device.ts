import type { ProfileDialect, ProvisionedCredential } from '../../formats/android/index.ts';
import type { ProofingStatus, ResponseOf } from '../../issuer/contract/index.ts';
import { type IssuerClientOptions, issuerClient } from '../client/index.ts';
import { type Effects, newUuid, SYSTEM_EFFECTS } from '../effects.ts';
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
  /** Of an earlier run; a new device without. */
  readonly state?: DeviceState;
  /** Keeps the state; called with every change, before anything that depends on it is sent. */
  readonly save?: (state: DeviceState) => void | Promise<void>;
  /** Default `org.iso.18013.5.1.mDL`; for a new device, as the next two. */
  readonly docType?: string;
  /** Default `hardware`. */
  readonly profile?: AttestationProfile;
  /** Default that of the profile. */
  readonly dialect?: ProfileDialect;
  /** Whether values travel encrypted. Default true. */
  readonly encrypt?: boolean;
  /** Where the HPKE context string goes. Default `info`. */
  readonly hpkeContext?: 'info' | 'aad';
  /** DER of IACA roots to trust; without any, trust in the document signer is not checked. */
  readonly trustedRoots?: readonly Uint8Array[];
}

/**
 * A simulated phone with one document. Methods reject with IssuerRefusal, ExchangeError, DistrustError (the issuer's
 * answer must be refused) or DeviceStateError (something else comes first). One call at a time.
 */
export interface Device {
  readonly state: DeviceState;
  requestNonce(): Promise<string>;
  register(): Promise<void>;
  /** Answers the proofing's id. */
  proof(evidence: Evidence, options?: ProofOptions): Promise<string>;
  proofingStatus(): Promise<ProofingStatus>;
  cancel(): Promise<void>;
  provision(): Promise<ProvisionedCredential>;
  /** Answers the number of MSOs that came. */
  provisionMsos(count: number): Promise<number>;
  refresh(count: number): Promise<number>;
  status(): Promise<ResponseOf<'getCredentialStatus'>>;
  /** Answers whether there was a newer version. */
  update(count: number): Promise<boolean>;
  /** Answers the ProofOfDeletion. */
  notifyDeleted(): Promise<Uint8Array>;
  present(request: PresentationRequest): Promise<Presentation>;
  /** A throw-away copy whose artefacts pass through `tampering`; it changes nothing of this device. */
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
  return Object.fromEntries(
    Object.entries(state).filter(([, value]) => value !== undefined),
  ) as unknown as DeviceState;
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
