import { Command } from 'commander';
import { type WalletOptions, withWalletOptions } from './options.ts';
import type { Subcommand } from './subcommand.ts';

/** A command for the phone of the state file, with the common options. */
export function walletPart<Options extends object>(part: Subcommand<Options>): Command {
  const { name, description, examples, configure = (command) => command } = part;
  const help = `\nExamples:\n${examples.map((example) => `  diptych wallet ${example}`).join('\n')}`;
  return withWalletOptions(configure(new Command(name).description(description)))
    .addHelpText('after', help)
    .action(async (options: Options & WalletOptions) => {
      const { runSubcommand } = await import('./run-subcommand.ts');
      await runSubcommand(part, options);
    });
}
