import { hash, timingSafeEqual } from 'node:crypto';
import { type Static, Type } from 'typebox';
import type { OAuthClient } from '../ports/entities.ts';
import type { Endpoints } from '../ports/services.ts';

/** Secrets have 258 random bits, so a fast hash without salt is safe. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

export function isSecret({ secretHash }: Pick<OAuthClient, 'secretHash'>, given: string): boolean {
  if (secretHash === undefined) return false;
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(secretHash));
}

const UserClient = Type.Object({
  client_id: Type.String(),
  project_id: Type.String(),
  auth_uri: Type.String(),
  token_uri: Type.String(),
  auth_provider_x509_cert_url: Type.String({ description: 'The public keys, as a JWK set.' }),
  client_secret: Type.String({
    description: 'Empty where the client has none: libraries look for the member.',
  }),
  redirect_uris: Type.Array(Type.String()),
});

const MachineClient = Type.Object({
  client_id: Type.String(),
  token_uri: Type.String(),
  client_secret: Type.String(),
});

/** The client secrets file that libraries read; it has exactly one member. */
export const ClientSecretsFile = Type.Object({
  installed: Type.Optional(UserClient),
  web: Type.Optional(UserClient),
  machine: Type.Optional(MachineClient),
});
export type ClientSecretsFile = Static<typeof ClientSecretsFile>;

/** Libraries require a project id; the server does not use it. */
const PROJECT = 'diptych';

export function clientSecretsFile(
  { clientId, kind, redirectUris }: OAuthClient,
  secret: string | undefined,
  { authorization, token, keys }: Endpoints,
): ClientSecretsFile {
  if (kind === 'machine') {
    return { machine: { client_id: clientId, token_uri: token, client_secret: secret ?? '' } };
  }
  const file = {
    client_id: clientId,
    project_id: PROJECT,
    auth_uri: authorization,
    token_uri: token,
    auth_provider_x509_cert_url: keys,
    client_secret: secret ?? '',
    redirect_uris: [...redirectUris],
  };
  return kind === 'web' ? { web: file } : { installed: file };
}
