import { reach } from '../../../client/transport/node.ts';
import { UsageError } from '../../cli-errors.ts';
import { loginAt } from '../../sign-in/choose-server.ts';
import { type Contexts, contextIn, type SignIn, withContext } from '../../sign-in/contexts.ts';
import { changeContexts, readContexts } from '../../sign-in/contexts-file.ts';

/** A token is renewed this long before it expires, in milliseconds. */
const MARGIN = 60_000;

/** In milliseconds. Other commands wait for as long. */
const PATIENCE = 60_000;

/** RFC 6749 6. Undefined if the server refuses. */
async function renewed(signIn: SignIn, now: number): Promise<SignIn | undefined> {
  const { refreshToken, tokenEndpoint, clientId, clientSecret } = signIn;
  if (refreshToken === undefined || tokenEndpoint === undefined) return undefined;
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
  });
  const response = await reach(tokenEndpoint, {
    method: 'POST',
    body: form,
    signal: AbortSignal.timeout(PATIENCE),
  });
  const answer = ((await response.json()) ?? {}) as {
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

const isFresh = ({ expiresAt }: SignIn, now: number) => expiresAt - MARGIN > now;

/** @throws UsageError */
function signInOf(all: Contexts, name: string): SignIn {
  const { mediation } = contextIn(all, name) ?? {};
  if (mediation?.signIn !== undefined) return mediation.signIn;
  throw new UsageError(`you signed out of the context ${name}; run ${loginAt('mediation', name)}`);
}

/** The access token of a context, renewed if it is about to expire. @throws UsageError */
export async function freshToken(
  name: string,
  environment: NodeJS.ProcessEnv = process.env,
  now = Date.now(),
): Promise<string> {
  const signIn = signInOf(readContexts(environment), name);
  if (isFresh(signIn, now)) return signIn.accessToken;
  // One command at a time: a server takes a refresh token that comes twice for a stolen one.
  return changeContexts(async (all) => {
    const latest = signInOf(all, name);
    if (isFresh(latest, now)) return [all, latest.accessToken];
    const fresh = await renewed(latest, now);
    if (fresh === undefined)
      throw new UsageError(`the sign-in of the context ${name} has ended; run ${loginAt('mediation', name)}`);
    const { mediation, ...others } = contextIn(all, name) ?? {};
    const changed = { ...others, mediation: { url: mediation?.url ?? '', signIn: fresh } };
    return [withContext(all, name, changed), fresh.accessToken];
  }, environment);
}
