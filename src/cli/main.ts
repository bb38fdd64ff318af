import { Command, CommanderError } from 'commander';
import { VERSION } from '../server/version.ts';
import { approvalsCommand } from './commands/approvals.ts';
import { backupCommand } from './commands/backup.ts';
import { catalogueCommand } from './commands/catalogue.ts';
import { codesCommand } from './commands/codes.ts';
import { configCommand } from './commands/config.ts';
import { credentialsCommand } from './commands/credentials.ts';
import { dbCommand } from './commands/db.ts';
import { demoCommand } from './commands/demo.ts';
import { devicesCommand } from './commands/devices.ts';
import { doctorCommand } from './commands/doctor.ts';
import { eventsCommand } from './commands/events.ts';
import { explainCommand } from './commands/explain.ts';
import { holdersCommand } from './commands/holders.ts';
import { keysCommand } from './commands/keys.ts';
import { loginCommand, logoutCommand } from './commands/login.ts';
import { migrateCommand } from './commands/migrate.ts';
import { notificationsCommand } from './commands/notifications.ts';
import { oauthCommand } from './commands/oauth.ts';
import { policyCommand } from './commands/policy.ts';
import { proofingsCommand } from './commands/proofings.ts';
import { publishersCommand } from './commands/publishers.ts';
import { restoreCommand } from './commands/restore.ts';
import { serveCommand } from './commands/serve.ts';
import { tokenCommand } from './commands/token.ts';
import { usersCommand } from './commands/users.ts';
import { EXIT, EXIT_HELP, fail, UsageError } from './exit.ts';
import { walletCommand } from './wallet/index.ts';

const EXAMPLES = `
Examples:
  diptych serve --data ./diptych-data --port 8080    start a sandbox
  diptych holders import holders.json                put records in
  diptych codes issue --holder h-1                   a code for a wallet
  diptych demo --once                                the whole story, then stop`;

function program(): Command {
  const command = new Command('diptych')
    .description('Issuer-hosted mdoc provisioning: a server, its administration, and a simulated phone')
    .version(VERSION)
    .addHelpText('after', EXAMPLES);
  const parts = [
    serveCommand(),
    doctorCommand(),
    configCommand(),
    migrateCommand(),
    dbCommand(),
    backupCommand(),
    restoreCommand(),
    demoCommand(),
    holdersCommand(),
    codesCommand(),
    proofingsCommand(),
    credentialsCommand(),
    devicesCommand(),
    notificationsCommand(),
    eventsCommand(),
    approvalsCommand(),
    explainCommand(),
    policyCommand(),
    keysCommand(),
    publishersCommand(),
    catalogueCommand(),
    usersCommand(),
    oauthCommand(),
    tokenCommand(),
    loginCommand(),
    logoutCommand(),
    walletCommand(),
  ];
  for (const part of parts) command.addCommand(part);
  return command;
}

/** Usage errors exit with 2, commander's own default is 1; the help of each command tells. */
function exitOverride(command: Command, json: boolean): void {
  command.exitOverride();
  command.addHelpText('after', `\n${EXIT_HELP}`);
  if (json) command.configureOutput({ outputError: (text) => fail(new UsageError(text.trim()), { json }) });
  for (const child of command.commands) exitOverride(child, json);
}

export async function main(args: readonly string[]): Promise<void> {
  const command = program();
  const json = args.includes('--json');
  exitOverride(command, json);
  try {
    await command.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
    else fail(error, { json });
  }
}
