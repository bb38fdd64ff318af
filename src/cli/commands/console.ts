import type { Command } from 'commander';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { methodCommand } from '../admin/method-command.ts';
import { openerOf, openInBrowser } from '../console/open.ts';
import { EXIT } from '../exit.ts';
import { notice, print } from '../output.ts';

interface Options extends ConnectionOptions {
  /** False with --no-open. */
  readonly open: boolean;
}

function textOf({ url, expireTime }: AdminResponse<'startConsole'>): string {
  if (expireTime === undefined) return `The console, for users who have a role:\n\n  ${url}\n`;
  return `There is no administrator yet. This address creates the first one; it works once, on this machine, until ${expireTime}:\n\n  ${url}\n`;
}

const SIGNS_NOBODY_IN =
  'the admin token opens the console only while there is no administrator, on the machine of the server; sign in at this address with your own account, or let an administrator create one: diptych users create EMAIL --role administrator';

async function startConsole({ open, ...options }: Options): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'startConsole', {});
  print(answer, options, () => textOf(answer));
  if (options.asAdmin && answer.expireTime === undefined) {
    notice(SIGNS_NOBODY_IN, options);
    process.exitCode = EXIT.failed;
    return;
  }
  const opener = openerOf(process.platform, process.env);
  if (!open || options.json || !process.stdout.isTTY || opener === undefined) return;
  await openInBrowser(opener, answer.url);
}

const HELP = `
In a terminal of a desktop it opens the address too. Everybody else opens it by
hand; through a tunnel, with the same port on both sides: ssh -L
8081:127.0.0.1:8081 HOST.

Examples:
  diptych console
  diptych console --data ./diptych-data --no-open
  diptych console --as-admin --json`;

export function consoleCommand(): Command {
  const command = methodCommand('startConsole', {
    summary: "Print and open the address of the operators' console",
  })
    .option('--no-open', 'only print the address')
    .addHelpText('after', HELP)
    .action(startConsole);
  return withConnection(command);
}
