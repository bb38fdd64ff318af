import { Argument, Command } from 'commander';
import { lazyAction } from '../lazy-action.ts';

const HELP = `
Put the line for your shell into its start file:
  bash  source <(diptych completion bash)      in ~/.bashrc
  zsh   source <(diptych completion zsh)       in ~/.zshrc
  fish  diptych completion fish | source       in ~/.config/fish/config.fish

Example:
  diptych completion bash > /etc/bash_completion.d/diptych`;

export const completionCommand = (): Command =>
  new Command('completion')
    .description('Print a script that completes commands, options and values in a shell')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', HELP)
    .action(lazyAction(async () => (await import('../completion/print.ts')).printCompletion));
