import type { Rows as Page } from '../../conventions/order-by.ts';
import type { Credential, CredentialState, Device, Proofing, ProofingState } from '../model/index.ts';

export type { Page };

/** Start (included) and end (excluded), in milliseconds since the epoch. */
interface Period {
  readonly from?: number;
  readonly before?: number;
}

/** `now` decides which deadlines have passed: rows are shown and found as they are then. */
export interface ProofingFilter extends Period {
  readonly now: number;
  readonly state?: ProofingState;
  readonly holderId?: string;
  readonly deviceReferenceId?: string;
}

export interface CredentialFilter extends Period {
  readonly now: number;
  readonly state?: CredentialState;
  readonly holderId?: string;
  readonly deviceReferenceId?: string;
}

/** Lists for operators. */
export interface ListReader {
  listDevices(page: Page): Promise<readonly Device[]>;
  listProofings(page: Page, filter: ProofingFilter): Promise<readonly Proofing[]>;
  listCredentials(page: Page, filter: CredentialFilter): Promise<readonly Credential[]>;
}
