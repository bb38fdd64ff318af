import { UsageError } from '../../failures.ts';
import { reach } from '../../reach.ts';
import { readKept, type SignIn, writeKept } from './kept.ts';

/** A token is refreshed this long before it expires, in milliseconds. */
const MARGIN = 60_000;

const ended = (baseUrl: string) =>
  new UsageError(`the sign-in at ${baseUrl} has ended; run diptych mediation login --base-url ${baseUrl}`);

/** RFC 6749 6. Undefined if the server refuses. */
async function refreshed(signIn: SignIn, now: number): Promise<SignIn | undefined> {
  const { refreshToken, tokenEndpoint, clientId, clientSecret } = signIn;
  if (refreshToken === undefined) return undefined;
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
  });
  const response = await reach(tokenEndpoint, { method: 'POST', body: form });
  const answer = (await response.json().catch(() => ({}))) as {
    readonly access_token?: string;
    readonly refresh_token?: string;
    readonly expires_in?: number;
  };
  if (!response.ok || answer.access_token === undefined) return undefined;
  return {
    ...signIn,
    accessToken: answer.access_token,
    expiresAt: now + (answer.expires_in ?? 3600) * 1000,
    refreshToken: answer.refresh_token ?? refreshToken,
  };
}

/** The access token of the sign-in at this server, refreshed if it is about to expire. @throws UsageError */
export async function freshToken(file: string, baseUrl: string, now = Date.now()): Promise<string> {
  const signIn = readKept(file).servers[baseUrl];
  if (signIn === undefined)
    throw new UsageError(
      `you are not signed in at ${baseUrl}; run diptych mediation login --base-url ${baseUrl}, or set DIPTYCH_TOKEN`,
    );
  if (signIn.expiresAt - MARGIN > now) return signIn.accessToken;
  const fresh = await refreshed(signIn, now);
  if (fresh === undefined) throw ended(baseUrl);
  const kept = readKept(file);
  writeKept(file, { ...kept, servers: { ...kept.servers, [baseUrl]: fresh } });
  return fresh.accessToken;
}
