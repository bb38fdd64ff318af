import { randomBytes } from 'node:crypto';
import { callAdmin } from '../../cli/admin/client.ts';
import type { Connection } from '../../cli/admin/connection.ts';
import { type Narrator, requirePresent } from '../narrator.ts';

/** A user who signs in. */
export interface Person {
  /** The subject of the user's tokens. */
  readonly userId: string;
  readonly email: string;
  /** The password that the operator set, valid for the first sign-in only. */
  readonly given: string;
  /** The password that the user chooses. */
  readonly password: string;
}

/** An OAuth client, read from its client secrets file. */
export interface Application {
  readonly id: string;
  readonly secret: string;
  readonly authorizationUri: string;
  readonly tokenUri: string;
  readonly redirectUri: string;
}

export interface Account {
  readonly publisherId: string;
  readonly engineer: Person;
  readonly application: Application;
}

const PUBLISHER = { displayName: 'Acme Games', currencyCode: 'EUR', reportingTimeZone: 'Europe/Berlin' };
const CLIENT = 'Ad desk';

export async function register(operator: Connection, name: string): Promise<Application> {
  const { file } = await callAdmin(operator, 'createOAuthClient', { name });
  const installed = requirePresent(file.installed, 'the installed application');
  return {
    id: installed.client_id,
    secret: requirePresent(installed.client_secret, 'the client secret'),
    authorizationUri: installed.auth_uri,
    tokenUri: installed.token_uri,
    redirectUri: new URL(requirePresent(installed.redirect_uris[0], 'the redirect URI')).href,
  };
}

/** An address that no user has: the demo may run more than once on a data folder. */
export async function freeEmail(operator: Connection, name: string): Promise<string> {
  const { users } = await callAdmin(operator, 'listUsers', {});
  for (let number = 1; ; number += 1) {
    const email = `${name}${number === 1 ? '' : `-${number}`}@example.com`;
    if (!users.some((user) => user.email === email)) return email;
  }
}

/** A user who may act for a publisher, and who has not signed in yet. */
export async function newEngineer(operator: Connection, email: string, publisherId: string): Promise<Person> {
  const [given, password] = [randomBytes(12), randomBytes(12)].map((bytes) => bytes.toString('base64url'));
  const request = { email, password: requirePresent(given, 'a password'), publishers: [publisherId] };
  const { id: userId } = await callAdmin(operator, 'createUser', request);
  return { userId, email, given: request.password, password: requirePresent(password, 'a password') };
}

/** Does what `diptych publishers create`, `users create` and `oauth clients create` do. */
export async function openAccount(operator: Connection, tell: Narrator): Promise<Account> {
  tell.step('The operator makes a publisher account, a user who may act for it, and an OAuth client');
  const { id } = await callAdmin(operator, 'createPublisher', PUBLISHER);
  tell.result(`${PUBLISHER.displayName} is ${id}`);
  const engineer = await newEngineer(operator, await freeEmail(operator, 'ada'), id);
  tell.result(`${engineer.email} may act for it; her id is ${engineer.userId}`);
  const application = await register(operator, CLIENT);
  tell.result(`“${CLIENT}” is an installed application; its secrets file is what client libraries read`);
  return { publisherId: id, engineer, application };
}
