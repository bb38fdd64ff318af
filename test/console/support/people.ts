import type { Role } from '../../../src/accounts/permissions.ts';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { newUser } from '../../support/operator.ts';
import type { World } from '../../support/world.ts';
import { type ConsolePage, consolePage } from './console-http.ts';

export const PASSWORD = 'a password that is long enough';

/** A person with a role, signed in on a page of the operators' console. */
export async function signedIn(
  world: World,
  name: string,
  role: Role,
): Promise<ConsolePage & { readonly id: string }> {
  const email = `${name}@example.com`;
  const id = await newUser(world, email, role);
  return { ...(await signInTo(world.server.adminUrl, email)), id };
}

export async function signInTo(origin: string, email: string, password = PASSWORD): Promise<ConsolePage> {
  const page = consolePage(origin);
  const answer = await page.post('/session:signIn', { email, password });
  if (answer.status !== 200) throw new Error(`${email} is not signed in: ${answer.text}`);
  return page;
}

/** A person who may act for a publisher, signed in to the mediation console. */
export async function adOps(world: World, name: string, publishers: readonly string[]): Promise<ConsolePage> {
  const email = `${name}@example.com`;
  const id = await newUser(world, email);
  if (publishers.length > 0)
    await callAdmin(world.connection, 'changeUserPublishers', { user: id, add: [...publishers] });
  return signInTo(world.url, email);
}
