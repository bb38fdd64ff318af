import { Command } from 'commander';
import type { Device } from '../../wallet/index.ts';
import { EXIT } from '../exit.ts';
import { print } from '../output.ts';
import { reportFailure } from './failure.ts';
import { commitFault } from './faults.ts';
import { type WalletOptions, withWalletOptions } from './options.ts';
import { openSession } from './session.ts';

export interface Outcome {
  /** For --json. */
  readonly answer: object;
  readonly text: string;
  /** The issuer refused. */
  readonly isRefused?: boolean;
}

export interface Part<Options extends object> {
  readonly name: string;
  readonly description: string;
  readonly examples: readonly string[];
  /** Whether it may create the state file. */
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
