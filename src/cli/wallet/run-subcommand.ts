import {
  DeviceStateError,
  DistrustError,
  ExchangeError,
  IssuerRefusal,
  OfferError,
} from '../../wallet/errors.ts';
import { VciRefusal } from '../../wallet/openid4vci/refusal.ts';
import { isVciWallet, StateFileError } from '../../wallet/state/wallet-file.ts';
import { EXIT } from '../exit.ts';
import { print, writeError, writeOut } from '../output.ts';
import type { WalletOptions } from './options.ts';
import { openSession } from './session.ts';
import type { Subcommand } from './subcommand.ts';

interface Failure {
  readonly exit: number;
  readonly text: string;
  /** The error that --json prints. */
  readonly error: object;
}

function refusal(error: IssuerRefusal): Failure {
  const { operation, status, reason, errorDescription, issuerErrorIdentifier, requestId } = error;
  return {
    exit: EXIT.failed,
    text: `${error.message}\n  requestId ${requestId}\n  issuerErrorIdentifier ${issuerErrorIdentifier}`,
    error: { kind: 'refused', operation, status, reason, errorDescription, issuerErrorIdentifier, requestId },
  };
}

const UNREACHABLE: readonly string[] = ['unreachable', 'timeout'];

/** The message and the exit status for a wallet error; undefined for any other error. */
function failureOf(error: unknown): Failure | undefined {
  if (error instanceof IssuerRefusal) return refusal(error);
  if (error instanceof ExchangeError) {
    const { code, message } = error;
    const exit = UNREACHABLE.includes(code) ? EXIT.unreachable : EXIT.failed;
    return { exit, text: message, error: { kind: 'exchange', code, message } };
  }
  if (error instanceof DistrustError) {
    const { code, message } = error;
    const text = `the phone refuses what the issuer sent: ${message}`;
    return { exit: EXIT.failed, text, error: { kind: 'distrust', code, message } };
  }
  if (error instanceof VciRefusal) {
    const { step, status, message, error: reason, errorDescription } = error;
    return {
      exit: EXIT.failed,
      text: message,
      error: { kind: 'refused', step, status, error: reason, errorDescription },
    };
  }
  if (error instanceof OfferError) {
    const { code, message } = error;
    const exit = code === 'refused' ? EXIT.failed : EXIT.usage;
    return { exit, text: message, error: { kind: 'offer', code, message } };
  }
  if (error instanceof DeviceStateError || error instanceof StateFileError) {
    const { code, message } = error;
    return { exit: EXIT.usage, text: message, error: { kind: 'state', code, message } };
  }
  return undefined;
}

/** Prints a wallet error and sets the exit status; rethrows any other error. */
export function reportFailure(error: unknown, json: boolean | undefined): void {
  const failure = failureOf(error);
  if (!failure) throw error;
  if (json) writeOut(`${JSON.stringify({ error: failure.error }, null, 2)}\n`);
  else writeError(`diptych: ${failure.text}\n`);
  process.exitCode = failure.exit;
}

function isOpenid4vci({ channel, state }: WalletOptions): boolean {
  if (channel !== undefined) return channel === 'openid4vci';
  try {
    return isVciWallet(state);
  } catch (error) {
    if (error instanceof StateFileError && error.code === 'missing') return false;
    throw error;
  }
}

/** Runs a command with the phone of the state file. */
export async function runSubcommand<Options extends object>(
  { name, begins = false, run }: Subcommand<Options>,
  options: Options & WalletOptions,
): Promise<void> {
  try {
    if (isOpenid4vci(options)) {
      const { runVci } = await import('./openid4vci/run.ts');
      return await runVci(name, options);
    }
    const session = await openSession(options, { begins: begins || options.fault !== undefined });
    if (options.fault !== undefined) {
      const { commitFault } = await import('./commit-fault.ts');
      return await commitFault(options.fault, name, session, options);
    }
    const { answer, text, isRefused } = await run(session.device, options);
    print(answer, options, () => text);
    if (isRefused) process.exitCode = EXIT.failed;
  } catch (error) {
    reportFailure(error, options.json);
  }
}
