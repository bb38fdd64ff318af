import type { DeviceKey } from '../../device/device-key.ts';
import { preAuthorized } from '../offer.ts';
import type { Changes, VciRequests } from '../requests.ts';
import type { VciAnswer } from '../transport.ts';

/** What the wallet has before the fault: the code of an offer that it did not use, credentials, or only its client id. */
export type VciFaultStage = 'offered' | 'active' | 'client';

/** What an issuer must have configured to detect the fault. */
export type VciFaultNeed = 'txCode' | 'walletAttestation' | 'keyAttestation' | 'client';

/** What an issuer may leave out. */
export type VciFaultUse = 'notification' | 'nonce' | 'refresh';

/** The hostile wallet, and what it can use. */
export interface HostileWallet extends VciRequests {
  /** The code of the offer; at the stage `offered` it was not used. */
  readonly code: string;
  readonly txCode: string | undefined;
  /** A credential request for new keys, with a valid nonce. */
  ask(change?: (keys: readonly DeviceKey[]) => Changes, count?: number): Promise<VciAnswer>;
}

/** One attack of a hostile wallet, and the answer of a correct issuer. */
export interface VciFault {
  readonly name: string;
  /** Id of the clause that it breaks. */
  readonly clause: string;
  readonly what: string;
  readonly from: VciFaultStage;
  readonly expected: { readonly status: number; readonly error: string };
  readonly needs?: VciFaultNeed;
  /** What it misuses. */
  readonly uses?: VciFaultUse;
  /** Whether the code of the offer is used up on the way. */
  readonly usesUp?: true;
  /** The module of the public test plan that does the same, without its prefix. */
  readonly module?: string;
  /** Sends the requests; resolves to the answer that must be a refusal. */
  readonly send: (wallet: HostileWallet) => Promise<VciAnswer>;
}

/** Redeems the code of the offer with a changed token request. */
export const redeem = ({ token, code, txCode }: HostileWallet, changes: Changes = {}): Promise<VciAnswer> =>
  token(preAuthorized(code, txCode), changes);

export type ChangesOf = (wallet: HostileWallet) => Changes | Promise<Changes>;

export const redeemWith =
  (changes: ChangesOf) =>
  async (wallet: HostileWallet): Promise<VciAnswer> =>
    redeem(wallet, await changes(wallet));

export const refusedAs = (error: string, status = 400): VciFault['expected'] => ({ status, error });

export type Row = Omit<VciFault, 'from' | 'expected'> & { readonly expected: VciFault['expected'] | string };

/** Rows of the same stage; an expected error alone has the status 400. */
export const faultsFrom = (
  from: VciFaultStage,
  rows: readonly Row[],
  common: Pick<VciFault, 'needs' | 'uses'> = {},
): readonly VciFault[] =>
  rows.map(({ expected, ...row }) => ({
    from,
    ...common,
    ...row,
    expected: typeof expected === 'string' ? refusedAs(expected) : expected,
  }));
