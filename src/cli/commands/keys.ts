import { Argument, Command } from 'commander';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { print, table } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly finish?: boolean;
}

type Keys = Awaited<ReturnType<typeof callAdmin<'listKeys'>>>;

function keyTable({ keys }: Keys): string {
  return table(
    ['key', 'role', 'stage', 'valid until'],
    keys.map((key) => [key.id, key.role, key.stage, key.notAfterTime]),
  );
}

async function list(options: Options): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'listKeys', {});
  print(answer, options, () => keyTable(answer));
}

async function rotate(role: 'identity' | 'encryption', options: Options): Promise<void> {
  const finish = options.finish ? { finish: true } : {};
  const answer = await callAdmin(connectionOf(options), 'rotateKey', { role, ...finish });
  print(answer, options, () => keyTable(answer));
}

const ROTATE_HELP = `
identity: the next key is published beside the active one; --finish makes it the active one and drops the old one.
encryption: a new key is published, the old one goes on decrypting; --finish drops the old one.

Examples:
  diptych keys rotate identity
  diptych keys rotate identity --finish`;

export function keysCommand(): Command {
  const parts = [
    new Command('list').description('List the keys and their certificates').action(list),
    new Command('rotate')
      .description('Start the rotation of a key, or finish it')
      .addArgument(new Argument('<role>').choices(['identity', 'encryption']))
      .option('--finish', 'end the rotation: the old key goes')
      .addHelpText('after', ROTATE_HELP)
      .action(rotate),
  ];
  const command = new Command('keys').description("The issuer's keys");
  for (const part of parts) command.addCommand(withConnection(part));
  return command;
}
