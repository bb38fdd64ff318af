import { Command, Option } from 'commander';
import type { AdminRequest, AdminResponse } from '../../admin/contract/index.ts';
import { callAdmin } from '../admin/client.ts';
import { confirmed, YES } from '../admin/confirm.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { choicesOf } from '../admin/method-command.ts';
import { EXIT } from '../exit.ts';
import { print } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
}

function text({ keys, seal, head, anchors, witnesses, problem }: AdminResponse<'getSeals'>): string {
  const key = keys.at(-1);
  const facts = [
    ...(key === undefined ? ['no key yet: the first seal makes it'] : [`key   ${key}`]),
    ...keys.slice(0, -1).map((old) => `before  ${old}`),
    ...(seal === undefined ? [] : [`seal  ${seal}`]),
    ...(head === undefined ? [] : [`head  ${head}`]),
    ...anchors.map(({ kind, place, seal: anchored = 'none yet' }) => `anchor  ${anchored}  ${kind} ${place}`),
    ...new Set(
      witnesses.flatMap(({ logKey = [] }) => logKey).map((key) => `key of this log for witnesses  ${key}`),
    ),
  ];
  return [...facts, problem === undefined ? 'the last seals verify' : `WRONG  ${problem}`].join('\n');
}

function show(answer: AdminResponse<'getSeals'>, options: Options): void {
  print(answer, options, () => text(answer));
  if (answer.problem !== undefined) process.exitCode = EXIT.failed;
}

async function status(options: Options): Promise<void> {
  show(await callAdmin(connectionOf(options), 'getSeals', {}), options);
}

interface RotateOptions extends Options {
  readonly reason: AdminRequest<'rotateSealKey'>['reason'];
}

async function rotate({ reason, ...options }: RotateOptions): Promise<void> {
  const connection = connectionOf(options);
  await confirmed(() => 'Make a new key for the seals and destroy the old one', options);
  show(await callAdmin(connection, 'rotateSealKey', { reason }), options);
}

interface ResetOptions extends Options {
  readonly reason: AdminRequest<'resetSeals'>['reason'];
}

async function reset({ reason, ...options }: ResetOptions): Promise<void> {
  const connection = connectionOf(options);
  await confirmed(() => 'Reset the seals: the audit log will always show it', options);
  show(await callAdmin(connection, 'resetSeals', { reason }), options);
}

const STATUS_HELP = `
The key is pinned beside the private keys (keys/seal.pin), not in the database.
Keep its digest and the head elsewhere: pass them to "diptych events verify" as
--seal-key and --head. The exit status is 1 when the last seals do not verify.

Example:
  diptych seals status`;

const ROTATE_HELP = `
The old key signs an announcement of the new one and is destroyed. The first
seal of the new key has the announcement, and "diptych events verify" follows
it.

Example:
  diptych seals rotate --reason scheduled`;

const RESET_HELP = `
For a lost key, a restored older database, or an audit log that was changed:
sealing continues with a new key that the old one did not announce. "diptych
events verify" always shows the reset. If audit.sealKey is set, remove it first.
With admin.secondPerson: keys it takes two people.

Example:
  diptych seals reset --reason keyLost`;

export function sealsCommand(): Command {
  const reasons = (method: 'rotateSealKey' | 'resetSeals') =>
    new Option('--reason <reason>', 'why; recorded in the seal')
      .choices(choicesOf(method, 'reason'))
      .makeOptionMandatory();
  const parts = [
    new Command('status')
      .description('Show which key seals the audit log, and whether the last seals verify')
      .addHelpText('after', STATUS_HELP)
      .action(status),
    new Command('rotate')
      .description('Make a new key for the seals')
      .addOption(reasons('rotateSealKey'))
      .option(...YES)
      .addHelpText('after', ROTATE_HELP)
      .action(rotate),
    new Command('reset')
      .description('Start a new key when the old one is lost or the seals do not verify')
      .addOption(reasons('resetSeals'))
      .option(...YES)
      .addHelpText('after', RESET_HELP)
      .action(reset),
  ];
  const command = new Command('seals').description('The seals of the audit log, and their key');
  for (const part of parts) command.addCommand(withConnection(part));
  return command;
}
