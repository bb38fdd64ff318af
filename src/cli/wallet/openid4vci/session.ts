import {
  type OfferedPhone,
  phoneFor,
  type VciOptions,
  type VciPhone,
  vciPhone,
} from '../../../wallet/openid4vci/phone.ts';
import type { VciExchange } from '../../../wallet/openid4vci/transport.ts';
import { readVciWallet, writeVciWallet } from '../../../wallet/state/wallet-file.ts';
import { UsageError } from '../../failures.ts';
import { tlsOf } from '../../tls-options.ts';
import { headersOf, type WalletOptions } from '../options.ts';
import { showExchange } from '../session.ts';
import { vciCommandTransport } from '../transport.ts';

const show = ({ request: { method, url, body = '' }, answer, milliseconds }: VciExchange) =>
  showExchange({ url, request: body, milliseconds, ...(answer && { answer }) }, method);

async function optionsOf(options: WalletOptions): Promise<VciOptions> {
  const { state: path, clientId, redirectUri, root, verbose } = options;
  const attestationRoot =
    root === undefined ? undefined : (await import('../../conformance/test-root.ts')).rootOf(root);
  return {
    ...{ clientId, redirectUri, attestationRoot },
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

/** A new phone for the offer of the options. @throws UsageError */
export async function offeredPhone(options: WalletOptions): Promise<OfferedPhone> {
  if (options.offer === undefined)
    throw new UsageError(
      'use --offer with the offer of an issuer, such as `diptych codes issue --link openid4vci` prints',
    );
  return phoneFor(options.offer, await optionsOf(options));
}
