import { Command } from 'commander';
import { callAdmin } from '../../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../../admin/connection.ts';
import { WIDE } from '../../options.ts';
import { print } from '../../output.ts';
import { table } from '../../table/table.ts';

interface Options extends ConnectionOptions {
  readonly wide?: boolean;
}

async function listSessions(user: string, options: Options): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'listConsoleSessions', { user });
  print(answer, options, () => {
    const rows = answer.sessions.map(({ id, console, userAgent = '-', address, signInTime, lastUseTime }) => [
      id,
      console,
      address,
      signInTime,
      lastUseTime,
      userAgent,
    ]);
    const heads = ['session', 'console', 'address', 'signed in', 'last use', 'browser'];
    return `last sign-in to a console: ${answer.lastSignInTime ?? 'never'}\n${table(heads, rows, { wide: options.wide, ids: ['session'] })}`;
  });
}

export const userSessions = () =>
  withConnection(
    new Command('sessions')
      .description('List the browsers in which a user is signed in to a console')
      .option(...WIDE)
      .argument('<user>', 'email or id')
      .addHelpText('after', '\nExample:\n  diptych users sessions ada@example.com')
      .action(listSessions),
  );
