import type { VciPhone } from '../phone.ts';
import { FIRST_REFUSAL, VciRefusal } from '../refusal.ts';
import { ATTESTATION_FAULTS } from './attestation-faults.ts';
import { CREDENTIAL_FAULTS } from './credential-faults.ts';
import { DPOP_FAULTS } from './dpop-faults.ts';
import type { HostileWallet, VciFault } from './fault.ts';
import { PUSHED_REQUEST_FAULTS } from './pushed-request-faults.ts';
import { TOKEN_FAULTS } from './token-faults.ts';

export type { VciFault, VciFaultNeed, VciFaultStage, VciFaultUse } from './fault.ts';

/** All faults that a correct issuer by OpenID4VCI refuses. Names are unique. */
export const VCI_FAULTS: readonly VciFault[] = [
  ...TOKEN_FAULTS,
  ...DPOP_FAULTS,
  ...ATTESTATION_FAULTS,
  ...PUSHED_REQUEST_FAULTS,
  ...CREDENTIAL_FAULTS,
];

const BY_NAME = new Map(VCI_FAULTS.map((fault) => [fault.name, fault]));

export const findVciFault = (name: string): VciFault | undefined => BY_NAME.get(name);

/** What a wallet was offered. */
export interface OfferedCode {
  readonly code: string;
  readonly txCode?: string | undefined;
}

export interface VciFaultOutcome {
  /** The refusal; absent if the issuer accepted the request. */
  readonly refusal?: VciRefusal;
  /** Whether the issuer answered as a correct issuer must. */
  readonly correct: boolean;
}

/** Commits the fault with the keys and tokens of the phone, which must be at the stage of the fault; its state stays. */
export async function attemptVciFault(
  { requests }: VciPhone,
  { send, expected }: VciFault,
  { code, txCode }: OfferedCode,
): Promise<VciFaultOutcome> {
  const wallet: HostileWallet = {
    ...requests,
    code,
    txCode,
    async ask(change = () => ({}), count = 1) {
      const keys = Array.from({ length: count }, requests.newKey);
      return requests.credential(keys, await requests.freshNonce(), change(keys));
    },
  };
  const answer = await send(wallet);
  if (answer.status < FIRST_REFUSAL) return { correct: false };
  const refusal = new VciRefusal(answer);
  const { status, error } = refusal;
  return { refusal, correct: status === expected.status && error === expected.error };
}
