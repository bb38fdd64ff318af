import { Command } from 'commander';
import type { ResourceWords } from '../admin/contract/words.ts';
import type { CommandName } from '../conventions/command-names.ts';
import { UsageError } from './cli-errors.ts';
import { EXIT, fail, statusesOf } from './exit.ts';
import { answerTo, writeError, writeOut, writeText } from './output.ts';
import { type Loaders, withCommands } from './tree.ts';

const EXAMPLES = `
Examples:
  diptych serve --data ./diptych-data --port 8080    start a sandbox
  diptych holders import holders.json                put records in
  diptych codes issue --holder h-1                   a code for a wallet
  diptych demo --once                                the whole story, then stop`;

/** A group of commands that words alone make. */
const worded = async (path: string, words: ResourceWords, rest?: readonly string[]) =>
  (await import('./admin/group-command.ts')).groupCommand(path, words, rest);

/** Commands are loaded when they are called, because loading takes most of the time of a short command. */
const COMMANDS: Readonly<Record<CommandName, Loaders[string]>> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  init: async () => (await import('./commands/init.ts')).initCommand(),
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  config: async () => (await import('./commands/config.ts')).configCommand(),
  migrate: async () => (await import('./commands/db.ts')).migrateCommand(),
  db: async () => (await import('./commands/db.ts')).dbCommand(),
  backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  restore: async () => (await import('./commands/restore.ts')).restoreCommand(),
  demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  holders: async (rest) => (await import('./commands/holders/index.ts')).holdersCommand(rest),
  codes: async (rest) => (await import('./commands/codes.ts')).codesCommand(rest),
  proofings: async (rest) => (await import('./commands/proofings.ts')).proofingsCommand(rest),
  credentials: async (rest) =>
    worded('credentials', (await import('../admin/contract/credentials/words.ts')).CREDENTIAL_WORDS, rest),
  devices: async (rest) =>
    worded('devices', (await import('../admin/contract/devices/words.ts')).DEVICE_WORDS, rest),
  notifications: async (rest) => (await import('./commands/notifications.ts')).notificationsCommand(rest),
  events: async (rest) => (await import('./commands/events.ts')).eventsCommand(rest),
  seals: async (rest) => (await import('./commands/seals.ts')).sealsCommand(rest),
  approvals: async (rest) => (await import('./commands/approvals.ts')).approvalsCommand(rest),
  status: async () => (await import('./commands/status.ts')).statusCommand(),
  refusals: async (rest) => (await import('./commands/refusals.ts')).refusalsCommand(rest),
  counts: async () => (await import('./commands/counts.ts')).countsCommand(),
  explain: async () => (await import('./commands/explain.ts')).explainCommand(),
  policy: async () => (await import('./commands/policy.ts')).policyCommand(),
  keys: async (rest) => (await import('./commands/keys.ts')).keysCommand(rest),
  holds: async (rest) => (await import('./commands/holds.ts')).holdsCommand(rest),
  'status-lists': async (rest) => (await import('./commands/status-lists.ts')).statusListsCommand(rest),
  publishers: async (rest) => (await import('./commands/publishers.ts')).publishersCommand(rest),
  catalogue: async (rest) => (await import('./commands/catalogue.ts')).catalogueCommand(rest),
  mediation: async (rest) => (await import('./mediation/index.ts')).mediationCommand(rest),
  users: async (rest) => (await import('./commands/users.ts')).usersCommand(rest),
  oauth: async (rest) => (await import('./commands/oauth.ts')).oauthCommand(rest),
  token: async () => (await import('./commands/token.ts')).tokenCommand(),
  completion: async () => (await import('./commands/completion.ts')).completionCommand(),
  console: async () => (await import('./commands/console.ts')).consoleCommand(),
  'break-glass': async () => (await import('./commands/break-glass.ts')).breakGlassCommand(),
  login: async () => (await import('./commands/login.ts')).loginCommand(),
  logout: async () => (await import('./commands/login.ts')).logoutCommand(),
  contexts: async () => (await import('./commands/contexts.ts')).contextsCommand(),
  whoami: async () => (await import('./commands/login.ts')).whoamiCommand(),
  check: async () => (await import('./commands/check.ts')).checkCommand(),
  conformance: async () => (await import('./commands/conformance.ts')).conformanceCommand(),
  wallet: async (rest) => (await import('./wallet/index.ts')).walletCommand(rest),
};

/** The program with the command that `args` call; without `args`, with all of them. */
export function program(args?: readonly string[]): Promise<Command> {
  const command = new Command('diptych')
    // A command and its subcommand may have options of the same name.
    .enablePositionalOptions()
    .description('Issuer-hosted mdoc provisioning: a server, its administration, and a simulated phone')
    // `main` prints it.
    .option('-V, --version', 'output the version number')
    .addHelpText('after', EXAMPLES);
  return withCommands(command, COMMANDS, { path: [], args });
}

/** `help users create` as `users create --help`, so that only that command is loaded. */
const asOption = ([first, ...rest]: readonly string[]): readonly string[] =>
  first === 'help' && Object.hasOwn(COMMANDS, rest[0] ?? '')
    ? [...rest, '--help']
    : first === undefined
      ? []
      : [first, ...rest];

/** `wallet --channel NAME provision …` as `wallet provision --channel NAME …`; a channel without a command provisions. */
function channelLast([group, option, channel, name, ...rest]: readonly string[]):
  | readonly string[]
  | undefined {
  if (group !== 'wallet' || option !== '--channel' || channel === undefined) return undefined;
  if (name === undefined || name === '--help' || name === '-h') return [group, '--help'];
  return name.startsWith('-')
    ? [group, 'provision', option, channel, name, ...rest]
    : [group, name, option, channel, ...rest];
}

/** The parser printed its help, or what is wrong with the options. */
class ParserEnd extends Error {
  readonly status: number;
  constructor(status: number) {
    super();
    this.status = status;
  }
}

/** Lines of examples by the path of a group. */
type Examples = Readonly<Record<string, readonly string[]>>;

interface Given {
  readonly json: boolean;
  readonly examples: Examples;
}

const examplesText = (lines: readonly string[]) =>
  `\nExample${lines.length > 1 ? 's' : ''}:\n${lines.map((line) => `  diptych ${line}`).join('\n')}`;

/** The command that `args` call, or the group whose help they show. */
function calledBy(args: readonly string[], command: Command): Command {
  const [name, ...rest] = args;
  const next = command.commands.find((one) => one.name() === name);
  return next ? calledBy(rest, next) : command;
}

/** Examples of the groups; none if `args` call a command, so that it does not wait for them. */
async function groupExamples(args: readonly string[], command: Command): Promise<Examples> {
  if (calledBy(args, command).commands.length === 0) return {};
  return (await import('./group-examples.ts')).GROUP_EXAMPLES;
}

/** Ends each help with the same parts. Wrong usage exits as the help says; by default commander exits with 1. */
function finish(command: Command, given: Given, path: readonly string[] = []): void {
  const { json } = given;
  const { help, usage } = statusesOf(command);
  command.exitOverride(({ exitCode }) => {
    throw new ParserEnd(exitCode === 0 ? EXIT.done : usage);
  });
  const examples = given.examples[path.join(' ')];
  if (examples !== undefined) command.addHelpText('after', examplesText(examples));
  command.addHelpText('after', `\n${help}`);
  command.configureOutput({
    writeOut: writeText,
    writeErr: writeError,
    ...(json && { outputError: (text: string) => fail(new UsageError(text.trim()), { json }) }),
  });
  for (const child of command.commands) finish(child, given, [...path, child.name()]);
}

const VERSION_OPTIONS = ['--version', '-V'];

export async function main(given: readonly string[]): Promise<void> {
  if (VERSION_OPTIONS.includes(given[0] ?? '')) {
    const { releaseText } = await import('../server/release.ts');
    writeOut(`${await releaseText()}\n`);
    return;
  }
  const args = channelLast(given) ?? asOption(given);
  answerTo(args);
  const command = await program(args);
  const json = args.includes('--json');
  finish(command, { json, examples: await groupExamples(args, command) });
  try {
    await command.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof ParserEnd) process.exitCode = error.status;
    else fail(error, { json });
  }
}
