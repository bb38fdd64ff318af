import { DeviceStateError, DistrustError, ExchangeError, IssuerRefusal } from '../../wallet/errors.ts';
import { StateFileError } from '../../wallet/state/wallet-file.ts';
import { EXIT } from '../exit.ts';
import { print, writeError, writeOut } from '../output.ts';
import type { WalletOptions } from './options.ts';
import type { Part } from './part.ts';
import { openSession } from './session.ts';

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

/** Runs a command with the phone of the state file. */
export async function runPart<Options extends object>(
  { name, begins = false, run }: Part<Options>,
  options: Options & WalletOptions,
): Promise<void> {
  try {
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
