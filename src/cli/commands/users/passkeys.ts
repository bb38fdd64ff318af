import { Command } from 'commander';
import { callAdmin } from '../../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../../admin/connection.ts';
import { WIDE } from '../../options.ts';
import { print } from '../../output.ts';
import { table } from '../../table/table.ts';

interface Options extends ConnectionOptions {
  readonly wide?: boolean;
}

async function listPasskeys(user: string, options: Options): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'listUserPasskeys', { user });
  print(answer, options, () => {
    const rows = answer.passkeys.map(({ id, name, isDeviceBound, createTime, lastUseTime = 'never' }) => [
      id,
      name,
      isDeviceBound ? 'one device' : 'synced',
      createTime,
      lastUseTime,
    ]);
    const heads = ['passkey', 'name', 'kept on', 'registered', 'last use'];
    return table(heads, rows, { wide: options.wide, ids: ['passkey'] });
  });
}

export const userPasskeys = () =>
  withConnection(
    new Command('passkeys')
      .description('List the passkeys of a user')
      .option(...WIDE)
      .argument('<user>', 'email or id')
      .addHelpText('after', '\nExample:\n  diptych users passkeys ada@example.com')
      .action(listPasskeys),
  );
