import type { Rows as Page } from '../../conventions/order-by.ts';
import type {
  Credential,
  CredentialChannel,
  CredentialState,
  Device,
  Holder,
  PreAuthorizationCode,
  Proofing,
  ProofingState,
} from '../model/index.ts';

export type { Page };

/** Start (included) and end (excluded), in milliseconds since the epoch. */
interface Period {
  readonly from?: number;
  readonly before?: number;
}

/** `now` determines which deadlines have passed. Rows are filtered and shown by their state at that time. */
export interface ProofingFilter extends Period {
  readonly now: number;
  readonly state?: ProofingState;
  readonly holderId?: string;
  readonly deviceReferenceId?: string;
  /** Claimed by nobody, by this operator, or by another operator. `free`: not claimed by another operator. */
  readonly claim?: {
    readonly by: 'none' | 'own' | 'others' | 'free';
    readonly operatorId: string;
  };
}

export interface CredentialFilter extends Period {
  readonly now: number;
  readonly state?: CredentialState;
  readonly holderId?: string;
  readonly deviceReferenceId?: string;
  readonly channel?: CredentialChannel;
  /** Only credentials with a required user action. */
  readonly needsAction?: boolean;
}

export type DeviceState = 'unregistered' | 'registered';

/** A device, with the time by which it is sorted: 0 until it is registered. */
export interface ListedDevice extends Device {
  readonly registeredAt: number;
}

/** A code, with the device that used it. */
export interface ListedCode extends PreAuthorizationCode {
  readonly deviceReferenceId?: string;
}

/** When a credential changed last. */
export interface LastChange {
  readonly credentialId: string;
  readonly deviceReferenceId: string;
  readonly holderId: string;
  readonly documentType: string;
  readonly updatedAt: number;
  readonly isLive: boolean;
}

/** What operators look at. */
export interface ListReader {
  /** The proofing whose primary rejection has this issuerRejectionIdentifier. */
  proofingByRejection(rejectionId: string): Promise<Proofing | undefined>;
  /** Ids of all proofings that led to the holder. */
  proofingsOfHolder(holderId: string): Promise<readonly string[]>;
  codeById(codeId: string): Promise<PreAuthorizationCode | undefined>;
  /** Number of unexpired MSOs of one version of a credential. */
  validMsos(credentialId: string, versionId: string, now: number): Promise<number>;
  listHolders(page: Page): Promise<readonly Holder[]>;
  listCodes(page: Page, holderId?: string): Promise<readonly ListedCode[]>;
  /** Of all credentials in the order of their ids, those of erased holders left out. */
  lastChangesOfCredentials(page: Pick<Page, 'limit' | 'after'>): Promise<readonly LastChange[]>;
  listDevices(page: Page, state?: DeviceState): Promise<readonly ListedDevice[]>;
  listProofings(page: Page, filter: ProofingFilter): Promise<readonly Proofing[]>;
  listCredentials(page: Page, filter: CredentialFilter): Promise<readonly Credential[]>;
}
