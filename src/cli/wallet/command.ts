import { Command } from 'commander';
import {
  type Device,
  DeviceStateError,
  DistrustError,
  ExchangeError,
  IssuerRefusal,
  StateFileError,
} from '../../wallet/index.ts';
import { EXIT } from '../exit.ts';
import { print } from '../output.ts';
import { commitFault } from './faults.ts';
import { type WalletOptions, withWalletOptions } from './options.ts';
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
  if (json) process.stdout.write(`${JSON.stringify({ error: failure.error }, null, 2)}\n`);
  else process.stderr.write(`diptych: ${failure.text}\n`);
  process.exitCode = failure.exit;
}

export interface Outcome {
  /** The answer that --json prints. */
  readonly answer: object;
  readonly text: string;
  /** Whether the issuer refused the request. */
  readonly isRefused?: boolean;
}

export interface Part<Options extends object> {
  readonly name: string;
  readonly description: string;
  readonly examples: readonly string[];
  /** Whether the command may create the state file. */
  readonly begins?: boolean;
  /** Adds options of this command. */
  readonly configure?: (command: Command) => Command;
  readonly run: (device: Device, options: Options) => Promise<Outcome>;
}

/** A command for the phone of the state file, with the common options. */
export function walletPart<Options extends object>(part: Part<Options>): Command {
  const { name, description, examples, begins = false, configure = (command) => command, run } = part;
  const help = `\nExamples:\n${examples.map((example) => `  diptych wallet ${example}`).join('\n')}`;
  return withWalletOptions(configure(new Command(name).description(description)))
    .addHelpText('after', help)
    .action(async (options: Options & WalletOptions) => {
      try {
        const session = openSession(options, { begins: begins || options.fault !== undefined });
        if (options.fault !== undefined) return await commitFault(options.fault, name, session, options);
        const { answer, text, isRefused } = await run(session.device, options);
        print(answer, options, () => text);
        if (isRefused) process.exitCode = EXIT.failed;
      } catch (error) {
        reportFailure(error, options.json);
      }
    });
}
