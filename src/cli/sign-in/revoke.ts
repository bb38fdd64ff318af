import { reach } from '../../client/transport/node.ts';
import type { SignIn } from './contexts.ts';

/** RFC 7009 2.1: with the refresh token it ends the grant. False if the server did not confirm it. */
export async function revoke({
  accessToken,
  refreshToken,
  revocationEndpoint,
  clientId,
  clientSecret,
}: Omit<SignIn, 'expiresAt'>): Promise<boolean> {
  if (revocationEndpoint === undefined) return false;
  const body = new URLSearchParams({
    token: refreshToken ?? accessToken,
    client_id: clientId,
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
  });
  return reach(revocationEndpoint, { method: 'POST', body }).then(
    ({ ok }) => ok,
    () => false,
  );
}
