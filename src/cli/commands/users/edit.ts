import { Argument, Command, Option } from 'commander';
import { ROLES, type Role } from '../../../accounts/permissions.ts';
import type { AdminResponse } from '../../../admin/contract/index.ts';
import { callAdmin } from '../../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../../admin/connection.ts';
import { UsageError } from '../../failures.ts';
import { collect } from '../../options.ts';
import { print } from '../../output.ts';
import { readPassword } from '../../secret-input.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
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

async function setRole(user: string, role: Role | 'none', options: Options): Promise<void> {
  const request = { user, ...(role === 'none' ? {} : { role }) };
  const changed = await callAdmin(connectionOf(options), 'setUserRole', request);
  print(changed, options, () => tellUser(changed));
}

const ROLE_HELP = `
viewer looks; operator also imports, issues codes and asks users to act;
approver also accepts, rejects and revokes; administrator also manages users,
clients, keys and publisher accounts. A change holds from the next request on.

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

export const createUser = () =>
  withConnection(
    new Command('create')
      .description('Create a user who can sign in and act for publisher accounts')
      .argument('<email>')
      .option('--password <text>', 'password; - reads the standard input, as it does when this is left out')
      .option('--publisher <id>', 'publisher account, pub- and 16 digits; several are possible', collect)
      .addOption(new Option('--role <role>', 'role in the administration').choices(ROLES))
      .addHelpText('after', CREATE_HELP)
      .action(create),
  );

export const userRole = () =>
  withConnection(
    new Command('role')
      .description('Set what a user may do in the administration')
      .argument('<user>', 'email or id')
      .addArgument(new Argument('<role>').choices([...ROLES, 'none']))
      .addHelpText('after', ROLE_HELP)
      .action(setRole),
  );

export const userPublishers = () =>
  withConnection(
    new Command('publishers')
      .description('Change the publisher accounts of a user')
      .argument('<user>', 'email or id')
      .option('--add <id>', 'publisher account to add', collect)
      .option('--remove <id>', 'publisher account to remove', collect)
      .addHelpText('after', PUBLISHERS_HELP)
      .action(changePublishers),
  );

export const userPassword = () =>
  withConnection(
    new Command('password')
      .description('Set a password; sessions and grants of the user end')
      .argument('<user>', 'email or id')
      .option('--password <text>', 'password; - reads the standard input, as it does when this is left out')
      .addHelpText('after', '\nExample:\n  pass show ada | diptych users password ada@example.com')
      .action(setPassword),
  );
