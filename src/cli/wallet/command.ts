import { Command } from 'commander';
import type { Device } from '../../wallet/index.ts';
import { type WalletOptions, withWalletOptions } from './options.ts';

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
  const { name, description, examples, configure = (command) => command } = part;
  const help = `\nExamples:\n${examples.map((example) => `  diptych wallet ${example}`).join('\n')}`;
  return withWalletOptions(configure(new Command(name).description(description)))
    .addHelpText('after', help)
    .action(async (options: Options & WalletOptions) => {
      const { runPart } = await import('./run-part.ts');
      await runPart(part, options);
    });
}
