import type { Server } from '../../src/server/process/start-server.ts';

/** The password that an administrator sets for a new user. */
export const GIVEN_PASSWORD = 'set by an administrator';

/** Replaces a password that another person has set, which a user must do before anything else. */
export async function ownPassword(
  { context }: Server,
  email: string,
  given: string,
  chosen: string,
): Promise<void> {
  const credentials = { email, password: given, address: '127.0.0.1' };
  const { outcome } = await context.accounts.server.changePassword(credentials, chosen);
  if (outcome !== 'signedIn') throw new Error(`${email} could not choose a password: ${outcome}`);
}
