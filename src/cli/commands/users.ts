import { Argument, Command, Option } from 'commander';
import { ROLES, type Role } from '../../accounts/permissions.ts';
import type { AdminResponse } from '../../admin/registry.ts';
import { actionCommand } from '../admin/action-command.ts';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { listCommand } from '../admin/list-command.ts';
import { UsageError } from '../failures.ts';
import { ADMIN_METHODS } from '../methods/index.ts';
import { collect } from '../options.ts';
import { print } from '../output.ts';
import { readPassword } from '../secret-input.ts';
import { table, WIDE } from '../table/table.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly wide?: boolean;
  readonly password?: string;
  readonly publisher?: string[];
  readonly role?: Role;
  readonly add?: string[];
  readonly remove?: string[];
}

type User = AdminResponse<'getUser'>;

function tellUser(user: User): string {
  const publishers = user.publishers.length > 0 ? user.publishers.join(', ') : 'no publisher account';
  const role = user.role === undefined ? '' : `${user.role}, `;
  return `${user.email} is ${role}${user.state} and may act for ${publishers}`;
}

async function create(email: string, options: Options): Promise<void> {
  const password = await readPassword(options);
  const publishers = options.publisher ?? [];
  const role = options.role === undefined ? {} : { role: options.role };
  const request = { email, password, publishers, ...role };
  const user = await callAdmin(connectionOf(options), 'createUser', request);
  print(user, options, () => tellUser(user));
}

const list = () =>
  listCommand({
    method: 'listUsers',
    member: 'users',
    columns: {
      email: ({ email }) => email,
      state: ({ state }) => state,
      role: ({ role }) => role,
      'publisher accounts': ({ publishers }) => publishers.join(' ') || undefined,
      id: ({ id }) => id,
    },
    examples: '  diptych users list',
  });

async function setRole(user: string, role: Role | 'none', options: Options): Promise<void> {
  const request = { user, ...(role === 'none' ? {} : { role }) };
  const changed = await callAdmin(connectionOf(options), 'setUserRole', request);
  print(changed, options, () => tellUser(changed));
}

const ROLE_HELP = `
viewer looks; operator also imports, issues codes and asks users to act; approver also accepts, rejects and revokes;
administrator also manages users, clients, keys and publisher accounts. A change holds from the next request on.

Examples:
  diptych users role ada@example.com approver
  diptych users role ada@example.com none`;

async function changePublishers(user: string, options: Options): Promise<void> {
  const { add = [], remove = [] } = options;
  if (add.length + remove.length === 0) throw new UsageError('name at least one change: --add or --remove');
  const changed = await callAdmin(connectionOf(options), 'changeUserPublishers', { user, add, remove });
  print(changed, options, () => tellUser(changed));
}

const PUBLISHERS_HELP = `
Example:
  diptych users publishers ada@example.com --add pub-1234567890123456`;

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
    return `last sign-in to a console: ${answer.lastSignInTime ?? 'never'}\n${table(heads, rows, { wide: options.wide })}`;
  });
}

async function setPassword(user: string, options: Options): Promise<void> {
  const password = await readPassword(options);
  const changed = await callAdmin(connectionOf(options), 'setUserPassword', { user, password });
  print(changed, options, () => `${changed.email} has a new password and is signed out everywhere`);
}

const CREATE_HELP = `
Without --password the password is read from the standard input, or asked for.

Examples:
  diptych users create ada@example.com --publisher pub-1234567890123456
  diptych users create eve@example.com --role approver
  pass show ada | diptych users create ada@example.com --publisher pub-1234567890123456`;

type Change = 'disableUser' | 'enableUser' | 'signOutUser' | 'deleteUser';

const CHANGES: readonly (readonly [method: Change, result: string])[] = [
  ['disableUser', 'is disabled'],
  ['enableUser', 'is enabled'],
  ['signOutUser', 'is signed out everywhere'],
  ['deleteUser', 'is deleted'],
];

export function usersCommand(): Command {
  const parts = [
    new Command('create')
      .description('Create a user who can sign in and act for publisher accounts')
      .argument('<email>')
      .option('--password <text>', 'password; - reads the standard input, as it does when this is left out')
      .option('--publisher <id>', 'publisher account, pub- and 16 digits; several are possible', collect)
      .addOption(new Option('--role <role>', 'role in the administration').choices(ROLES))
      .addHelpText('after', CREATE_HELP)
      .action(create),
    new Command('role')
      .description('Set what a user may do in the administration')
      .argument('<user>', 'email or id')
      .addArgument(new Argument('<role>').choices([...ROLES, 'none']))
      .addHelpText('after', ROLE_HELP)
      .action(setRole),
    new Command('publishers')
      .description('Change the publisher accounts of a user')
      .argument('<user>', 'email or id')
      .option('--add <id>', 'publisher account to add', collect)
      .option('--remove <id>', 'publisher account to remove', collect)
      .addHelpText('after', PUBLISHERS_HELP)
      .action(changePublishers),
    new Command('sessions')
      .description('List the browsers in which a user is signed in to a console')
      .option(...WIDE)
      .argument('<user>', 'email or id')
      .addHelpText('after', '\nExample:\n  diptych users sessions ada@example.com')
      .action(listSessions),
    new Command('password')
      .description('Set a password; sessions and grants of the user end')
      .argument('<user>', 'email or id')
      .option('--password <text>', 'password; - reads the standard input, as it does when this is left out')
      .addHelpText('after', '\nExample:\n  pass show ada | diptych users password ada@example.com')
      .action(setPassword),
  ];
  const command = new Command('users').description(
    'Users, who sign in to give clients access or to administer the server',
  );
  command.addCommand(list());
  for (const [method, result] of CHANGES) {
    const help = `\nExample:\n  diptych ${ADMIN_METHODS[method].command} ada@example.com`;
    command.addCommand(actionCommand({ method, told: ({ email }) => `${email} ${result}`, help }));
  }
  command.addCommand(
    actionCommand({
      method: 'endConsoleSession',
      told: ({ console, address }, id) => `${id} on the ${console} console from ${address} has ended`,
      help: '\nThe ids are those that users sessions names.\n\nExample:\n  diptych users end-session session-Ab3dE9xQ0zAb3dE9',
    }),
  );
  for (const part of parts) command.addCommand(withConnection(part));
  return command;
}
