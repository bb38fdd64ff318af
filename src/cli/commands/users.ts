import { Command } from 'commander';
import type { AccountResponse } from '../../accounts/administration/index.ts';
import { callAdmin, pages } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { collect } from '../collect.ts';
import { print, table } from '../output.ts';
import { readPassword } from '../read-password.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly password?: string;
  readonly publisher?: string[];
  readonly add?: string[];
  readonly remove?: string[];
}

type User = AccountResponse<'getUser'>;

function tellUser(user: User): string {
  const publishers = user.publishers.length > 0 ? user.publishers.join(', ') : 'no publisher account';
  return `${user.email} is ${user.state} and may act for ${publishers}`;
}

async function create(email: string, options: Options): Promise<void> {
  const password = await readPassword(options.password);
  const publishers = options.publisher ?? [];
  const user = await callAdmin(connectionOf(options), 'createUser', { email, password, publishers });
  print(user, options, () => tellUser(user));
}

async function list(options: Options): Promise<void> {
  const users: User[] = [];
  for await (const page of pages(connectionOf(options), 'listUsers')) users.push(...page.users);
  print({ users }, options, () =>
    table(
      ['email', 'state', 'publisher accounts', 'id'],
      users.map((one) => [one.email, one.state, one.publishers.join(' ') || '-', one.id]),
    ),
  );
}

async function changePublishers(user: string, options: Options): Promise<void> {
  const { add = [], remove = [] } = options;
  const changed = await callAdmin(connectionOf(options), 'changeUserPublishers', { user, add, remove });
  print(changed, options, () => tellUser(changed));
}

async function setPassword(user: string, options: Options): Promise<void> {
  const password = await readPassword(options.password);
  const changed = await callAdmin(connectionOf(options), 'setUserPassword', { user, password });
  print(changed, options, () => `${changed.email} has a new password and is signed out everywhere`);
}

type Change = 'disableUser' | 'enableUser' | 'signOutUser' | 'deleteUser';

function change(method: Change, told: string) {
  return async (user: string, options: Options): Promise<void> => {
    const changed = await callAdmin(connectionOf(options), method, { user });
    print(changed, options, () => `${changed.email} ${told}`);
  };
}

const CREATE_HELP = `
Without --password the password is read from the standard input, or asked for.

Examples:
  diptych users create ada@example.com --publisher pub-1234567890123456
  pass show ada | diptych users create ada@example.com --publisher pub-1234567890123456`;

const CHANGES: readonly (readonly [string, Change, string, string])[] = [
  ['disable', 'disableUser', 'Let a user in no more; sessions and grants end', 'is let in no more'],
  ['enable', 'enableUser', 'Let a disabled user in again', 'is let in again'],
  ['sign-out', 'signOutUser', 'End the sessions and grants of a user', 'is signed out everywhere'],
  ['delete', 'deleteUser', 'Delete a user', 'is deleted'],
];

export function usersCommand(): Command {
  const parts = [
    new Command('create')
      .description('Create a user who can sign in and act for publisher accounts')
      .argument('<email>')
      .option('--password <text>', 'password; others on this machine may see it in the list of processes')
      .option('--publisher <id>', 'publisher account, pub- and 16 digits; several are possible', collect)
      .addHelpText('after', CREATE_HELP)
      .action(create),
    new Command('list').description('List the users').action(list),
    new Command('publishers')
      .description('Change the publisher accounts of a user')
      .argument('<user>', 'email or id')
      .option('--add <id>', 'publisher account to add', collect)
      .option('--remove <id>', 'publisher account to remove', collect)
      .action(changePublishers),
    new Command('password')
      .description('Set a password; sessions and grants of the user end')
      .argument('<user>', 'email or id')
      .option('--password <text>', 'password; else it is read from the standard input, or asked for')
      .action(setPassword),
    ...CHANGES.map(([name, method, description, told]) =>
      new Command(name)
        .description(description)
        .argument('<user>', 'email or id')
        .action(change(method, told)),
    ),
  ];
  const command = new Command('users').description('People who sign in to give clients access');
  for (const part of parts) command.addCommand(withConnection(part));
  return command;
}
