import { existsSync } from 'node:fs';
import {
  type OfferedPhone,
  phoneFor,
  type VciOptions,
  type VciPhone,
  vciPhone,
} from '../../../wallet/openid4vci/phone.ts';
import type { VciExchange } from '../../../wallet/openid4vci/transport.ts';
import { isVciWallet, readVciWallet, writeVciWallet } from '../../../wallet/state/wallet-file.ts';
import { UsageError } from '../../cli-errors.ts';
import { tlsOf } from '../../tls-options.ts';
import { headersOf, type WalletOptions } from '../options.ts';
import { attestationRootOf, showExchange } from '../session.ts';
import { vciCommandTransport } from '../transport.ts';

const show = ({ request: { method, url, body = '' }, answer, milliseconds }: VciExchange) =>
  showExchange({ url, request: body, milliseconds, ...(answer && { answer }) }, method);

async function optionsOf(options: WalletOptions): Promise<VciOptions> {
  const { state: path, clientId, redirectUri, verbose } = options;
  return {
    ...{ clientId, redirectUri, attestationRoot: await attestationRootOf(options) },
    transport: vciCommandTransport({ headers: headersOf(options), tls: await tlsOf(options) }),
    save: (state) => writeVciWallet(path, state),
    ...(verbose && { onExchange: show }),
  };
}

/** The phone of the state file. */
export async function savedPhone(options: WalletOptions): Promise<VciPhone> {
  const state = readVciWallet(options.state);
  return vciPhone(state, await optionsOf(options));
}

/** A state file of the other channel has keys that nobody should lose by mistake. @throws UsageError */
function requireFree(path: string): void {
  if (existsSync(path) && !isVciWallet(path))
    throw new UsageError(`${path} is the phone of another channel; name a new file with --state`);
}

/** A new phone for the offer of the options. @throws UsageError */
export async function offeredPhone(options: WalletOptions): Promise<OfferedPhone> {
  if (options.offer === undefined)
    throw new UsageError('use --offer with the offer of an issuer, as `diptych codes issue` prints it');
  requireFree(options.state);
  return phoneFor(options.offer, await optionsOf(options));
}
