import { issueConsoleCode } from '../../accounts/console/index.ts';
import type { ConsoleName } from '../../accounts/ports/console.ts';
import type { AdminRequest } from '../../admin/contract/index.ts';
import { callAdmin } from '../../cli/admin/client.ts';
import { ADMIN_METHODS } from '../../cli/methods/index.ts';
import { type AdminClient, adminClient } from '../../client/admin.ts';
import { sendTo } from '../../client/transport/node.ts';
import { freeEmail } from '../mediation/account.ts';
import { type Stage, StoryError } from '../narrator.ts';

/** A person who signs in to a console. */
export interface ConsoleUser {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
}

/** Creates a user who has already chosen a password, as after the first sign-in. */
export async function consoleUser(
  { server, operator, effects }: Stage,
  name: string,
  access: Pick<AdminRequest<'createUser'>, 'role' | 'publishers'>,
): Promise<ConsoleUser> {
  const bytes = (count: number) => Buffer.from(effects.random(new Uint8Array(count)));
  const newPassword = () => bytes(12).toString('base64url');
  const email = await freeEmail(operator, name);
  const [given, password] = [newPassword(), newPassword()];
  const { id } = await callAdmin(operator, 'createUser', { email, password: given, ...access });
  const { changePassword } = server.context.accounts.server;
  const { outcome } = await changePassword({ email, password: given, address: '127.0.0.1' }, password);
  if (outcome !== 'signedIn') throw new StoryError(`the password of ${email} was not changed: ${outcome}`);
  return { userId: id, email, password };
}

/** An address of a console that signs the user in once. */
export async function signedInAddress(
  { server }: Stage,
  { userId }: ConsoleUser,
  console: ConsoleName,
): Promise<string> {
  const { code } = await issueConsoleCode(server.context.accounts.deps, {
    userId,
    console,
    requestId: 'demo',
  });
  const url = console === 'operators' ? server.adminUrl : server.url;
  return `${url}/console/#code=${code}`;
}

/** Signs the user in to the operators' console and calls its interface, so that the audit log names the user. */
export async function atDesk(
  { server }: Stage,
  { email, password }: Pick<ConsoleUser, 'email' | 'password'>,
): Promise<AdminClient['call']> {
  const origin = server.adminUrl;
  let cookie = '';
  const send = sendTo({
    url: `${origin}/console/api`,
    headers: () => ({
      'x-diptych-console': '1',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      'user-agent': 'Diptych demo',
      origin,
      cookie,
    }),
  });
  const body = JSON.stringify({ email, password });
  const answer = await send({ method: 'POST', path: '/session:signIn', body });
  if (!answer.ok) throw new StoryError(`${email} is not signed in: ${answer.text()}`);
  // Of each cookie the first part is its name and value.
  cookie = (answer.headers.get('set-cookie') ?? '')
    .split(/,(?=[^;,]+=)/)
    .map((one) => one.split(';')[0])
    .join('; ');
  return adminClient(ADMIN_METHODS, send).call;
}
