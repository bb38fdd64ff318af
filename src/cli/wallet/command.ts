import { Command } from 'commander';
import { type WalletOptions, withWalletOptions } from './options.ts';
import type { Part } from './part.ts';

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
