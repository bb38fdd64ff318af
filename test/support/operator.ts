import type { Role } from '../../src/accounts/permissions.ts';
import { callAdmin } from '../../src/cli/admin/client.ts';
import type { Connection } from '../../src/cli/admin/connection.ts';
import { signIn } from '../../src/cli/sign-in/authorize.ts';
import type { KeptToken } from '../../src/cli/sign-in/kept-token.ts';
import { browser } from './browser.ts';
import { GIVEN_PASSWORD } from './own-password.ts';

const PASSWORD = 'a password that is long enough';

interface Served {
  readonly url: string;
  readonly connection: Connection;
}

export interface TestOperator {
  readonly id: string;
  readonly email: string;
  readonly token: KeptToken;
  /** Connection for calls of the admin interface as this operator. */
  readonly connection: Connection;
}

/** Opens the address that diptych login prints, and signs in as a person does. */
export async function visit(url: string, address: string, email: string, password = PASSWORD): Promise<URL> {
  const visitor = browser(url);
  const form = await visitor.open(address);
  const sent = await visitor.submit(form, '/sign-in', { email, password });
  if (sent.url.origin !== url) await fetch(sent.url);
  return sent.url;
}

export function signInAs({ url, connection }: Served, email: string): Promise<KeptToken> {
  return signIn(connection.url, (address) => void visit(url, address, email));
}

/** Creates a user who has chosen a password on the page for it. */
export async function newUser({ url, connection }: Served, email: string, role?: Role): Promise<string> {
  const request = { email, password: GIVEN_PASSWORD, publishers: [], ...(role && { role }) };
  const { id } = await callAdmin(connection, 'createUser', request);
  const visitor = browser(url);
  const form = await visitor.open(`${url}/oauth/password`);
  const chosen = { email, password: GIVEN_PASSWORD, 'new-password': PASSWORD, repeat: PASSWORD };
  const { status } = await visitor.submit(form, '/password', chosen);
  if (status !== 200) throw new Error(`${email} could not choose a password: ${status}`);
  return id;
}

/** Creates a user with a role, who has signed in like diptych login. */
export async function newOperator(served: Served, role: Role, name: string = role): Promise<TestOperator> {
  const email = `${name}@example.com`;
  const id = await newUser(served, email, role);
  const token = await signInAs(served, email);
  return { id, email, token, connection: { ...served.connection, token: token.accessToken } };
}

/** The operator after another sign-in, as final actions need after some time. */
export async function signedInAgain(served: Served, operator: TestOperator): Promise<TestOperator> {
  const token = await signInAs(served, operator.email);
  return { ...operator, token, connection: { ...served.connection, token: token.accessToken } };
}
