import { Argument, Command } from 'commander';
import { lazyAction } from '../lazy-action.ts';
import { WIDE } from '../options.ts';
import { withTlsOptions } from '../tls-options.ts';

const HELP = `
A context is a server with a name: its addresses and your sign-in there. Sign in
to make one:
  diptych login --context production --admin-url https://admin.example.com
  diptych mediation login --context production --base-url https://ads.example.com

Every command that calls a server takes --context NAME. Without it, an address
or a data folder that options or variables name comes first, then
DIPTYCH_CONTEXT, then the current context, then the data folder diptych-data. A
sign-in is sent to the server of its context only. The contexts are kept in
~/.config/diptych/contexts.json, or in the file that DIPTYCH_SIGN_IN names; only
you can read it.`;

const TLS_HELP = `
For servers with mutual TLS: diptych wallet, conformance and check use these
files with --context, unless options or variables name others.

Example:
  diptych contexts tls staging --client-cert platform.crt \\
    --client-key platform.key --ca ca.crt`;

const JSON_OPTION = ['--json', 'print the answer as JSON'] as const;
const name = () => new Argument('<name>', 'name of the context');

const list = () =>
  new Command('list')
    .description('List contexts: server, user, and when the sign-in ends')
    .option('--names', 'print only the names, one in each line')
    .option(...WIDE)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExamples:\n  diptych contexts list\n  diptych contexts list --json')
    .action(lazyAction(async () => (await import('../sign-in/commands.ts')).list));

const use = () =>
  new Command('use')
    .description('Make a context the current one')
    .addArgument(name())
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  diptych contexts use production')
    .action(lazyAction(async () => (await import('../sign-in/commands.ts')).use));

const tls = () =>
  withTlsOptions(
    new Command('tls')
      .description(
        'Set the client certificate and the roots for the servers of a context; without options, none',
      )
      .addArgument(name())
      .option(...JSON_OPTION),
  )
    .addHelpText('after', TLS_HELP)
    .action(lazyAction(async () => (await import('../sign-in/commands.ts')).setTls));

const remove = () =>
  new Command('remove')
    .description('End the sign-ins of a context at its servers, and forget it')
    .addArgument(name())
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  diptych contexts remove production')
    .action(lazyAction(async () => (await import('../sign-in/commands.ts')).remove));

export const contextsCommand = (): Command =>
  new Command('contexts')
    .description('The servers that you signed in to, by name')
    .addCommand(list())
    .addCommand(use())
    .addCommand(tls())
    .addCommand(remove())
    .addHelpText('after', HELP);
