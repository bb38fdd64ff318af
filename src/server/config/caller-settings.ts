import { Type } from 'typebox';
import { Path } from './path.ts';

/** Any kind of credential that is configured lets a caller of the issuer panel in. */
export const CallerSettings = Type.Object(
  {
    pins: Type.Array(
      Type.String({ description: 'Base64 of 32 bytes.', pattern: '^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$' }),
      {
        description:
          'Client certificates: base64 of the SHA-256 of their SubjectPublicKeyInfo; several while one takes over from another.',
        default: [],
      },
    ),
    proxies: Type.Array(
      Type.String({ description: 'An address, or a network as 10.0.0.0/8.', minLength: 1 }),
      {
        description:
          'Addresses of proxies that end mutual TLS and pass the client certificate on in the header Client-Cert (RFC 9440).',
        default: [],
      },
    ),
    jwks: Type.Optional(
      Path({
        description: 'File: JWK set that bearer JWTs of callers are signed by; read again when it changes.',
      }),
    ),
    issuer: Type.Optional(
      Type.String({
        description: 'Issuer that these tokens must name (iss). Default: any; the keys alone decide.',
        minLength: 1,
      }),
    ),
    audience: Type.Optional(
      Type.String({ description: 'Audience that these tokens must name. Default: issuer.id.', minLength: 1 }),
    ),
  },
  { additionalProperties: false, default: {} },
);
