import type { ServerMetadata } from 'openid-client';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseStrictJson } from '../../../../conventions/strict-json.ts';
import { boundedFetch } from '../../verify/issuer-documents.ts';

const Text = Type.String();
const Description = Compile(
  Type.Object({
    issuer: Text,
    authorization_endpoint: Text,
    token_endpoint: Text,
    jwks_uri: Text,
    token_endpoint_auth_methods_supported: Type.Optional(Type.Array(Text)),
  }),
);

type Metadata = ServerMetadata & { readonly jwks_uri: string };

/** OpenID Connect Discovery 4.3: the issuer is the configured one. No address may use a weaker protocol. */
export async function providerMetadata(issuer: string): Promise<Metadata> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await boundedFetch(address, { headers: { accept: 'application/json' } });
  if (response.status !== 200) throw new Error(`${address} answers with status ${response.status}`);
  const document: unknown = parseStrictJson(await response.text());
  if (!Description.Check(document)) throw new Error(`${address} is no description of a provider`);
  if (document.issuer !== issuer) throw new Error(`${address} describes another issuer`);
  const { protocol } = new URL(issuer);
  const { authorization_endpoint, token_endpoint, jwks_uri } = document;
  const isSafe = [authorization_endpoint, token_endpoint, jwks_uri].every((one) =>
    ['https:', protocol].includes(URL.parse(one)?.protocol ?? ''),
  );
  if (!isSafe) throw new Error(`${address} names addresses without TLS`);
  return document as Metadata;
}
