import type { Exchange } from '../../wallet/client/transport.ts';
import { type Device, type DeviceOptions, simulatedDevice } from '../../wallet/device/device.ts';
import type { DeviceState } from '../../wallet/device/device-state.ts';
import { readWallet, StateFileError, type Wallet, writeWallet } from '../../wallet/state/wallet-file.ts';
import { UsageError } from '../cli-errors.ts';
import { writeError } from '../output.ts';
import { tlsOf } from '../tls-options.ts';
import { headersOf, type WalletOptions } from './options.ts';
import { commandTransport } from './transport.ts';

/** Longer values are cut. */
const SHOWN = 120;

function shorten(_name: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= SHOWN) return value;
  return `${value.slice(0, SHOWN)}… (${value.length} characters)`;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, shorten), null, 2);
  } catch {
    return text.slice(0, SHOWN);
  }
}

/** Prints a request and its response to standard error. */
export function showExchange({ url, request, answer, milliseconds }: Exchange, method = 'POST'): void {
  const time = `${milliseconds.toFixed(1)} ms`;
  const answered = answer ? `< ${answer.status}  ${time}\n${pretty(answer.text)}` : `< no answer  ${time}`;
  writeError(`> ${method} ${url}\n${pretty(request)}\n${answered}\n\n`);
}

const DEFAULT_ISSUER = { baseUrl: 'http://127.0.0.1:8080', issuerId: 'Sandbox_US_MDL' };

export interface Session {
  readonly device: Device;
  /** A new device that is not stored. */
  newDevice(): Device;
}

function kept(path: string): Wallet | undefined {
  try {
    return readWallet(path);
  } catch (error) {
    if (error instanceof StateFileError && error.code === 'missing') return undefined;
    throw error;
  }
}

/**
 * The state with the options applied: the profile can change until there is a key, the document type until
 * there is a document.
 */
function changedState(
  state: DeviceState,
  { docType = state.docType, profile = state.profile, dialect = state.dialect }: WalletOptions,
) {
  if (profile !== state.profile && state.identity) {
    throw new UsageError(
      `the phone's key has the profile ${state.profile}; use a new state file for ${profile}`,
    );
  }
  if (docType !== state.docType && state.credential) {
    throw new UsageError(`the phone holds ${state.docType}; use a new state file for ${docType}`);
  }
  return { ...state, docType, profile, dialect };
}

/** @throws UsageError */
export const attestationRootOf = async ({ root }: WalletOptions) =>
  root === undefined ? undefined : (await import('../conformance/test-root.ts')).rootOf(root);

/** Opens the phone of the state file. `begins`: the command may create the file. */
export async function openSession(
  options: WalletOptions,
  { begins }: { readonly begins: boolean },
): Promise<Session> {
  const { state: path, plain, hpkeContext, docType, profile, dialect, verbose } = options;
  const wallet = kept(path);
  if (!wallet && !begins) {
    throw new UsageError(
      `there is no state file ${path}; begin with \`diptych wallet register\`, or name it with --state`,
    );
  }
  const [tls, attestationRoot] = [await tlsOf(options), await attestationRootOf(options)];
  const { baseUrl, issuerId } = wallet?.issuer ?? DEFAULT_ISSUER;
  const issuer = { baseUrl: options.server ?? baseUrl, issuerId: options.issuer ?? issuerId };
  if (!URL.canParse(issuer.baseUrl))
    throw new UsageError('--server takes an address such as http://127.0.0.1:8080');
  const common: DeviceOptions = {
    issuer: {
      ...issuer,
      transport: commandTransport({ headers: headersOf(options), tls }),
      ...(verbose && { onExchange: (exchange: Exchange) => showExchange(exchange) }),
    },
    encrypt: !plain,
    ...(attestationRoot && { attestationRoot }),
    ...(docType && { docType }),
    ...(profile && { profile }),
    ...(dialect && { dialect }),
    ...(hpkeContext && { hpkeContext }),
  };
  return {
    device: simulatedDevice({
      ...common,
      ...(wallet && { state: changedState(wallet.device, options) }),
      save: (device) => writeWallet(path, { issuer, device }),
    }),
    newDevice: () => simulatedDevice(common),
  };
}
