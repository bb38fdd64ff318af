import { Type } from 'typebox';
import { GUARDED_NAMES } from '../../admin/access/second-person.ts';
import { SECOND_PERSON_GROUPS } from '../../admin/contract/effects.ts';
import { says } from '../../conventions/yaml/shape.ts';
import { Path } from './path-settings.ts';

/** TLS on a listener. Both files are read again when they change. */
export const TlsSettings = (listener: string, otherwise: string) =>
  Type.Object(
    {
      certificate: Type.Optional(
        Path({
          description: `File: PEM certificate chain of ${listener}, its own certificate first. Default: ${otherwise}.`,
        }),
      ),
      key: Type.Optional(Path({ description: 'File: PEM private key of that certificate.' })),
    },
    { additionalProperties: false, default: {} },
  );

/** Credentials of callers of the issuer panel. Any configured kind is accepted. */
export const CallerSettings = Type.Object(
  {
    pins: Type.Array(
      Type.String({
        description: 'Base64 of 32 bytes.',
        pattern: '^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$',
        ...says('must be a SHA-256 in base64: 44 characters that end with ='),
      }),
      {
        description:
          'Client certificates: SHA-256 of their SubjectPublicKeyInfo in base64. List both while one certificate replaces another.',
        default: [],
      },
    ),
    proxies: Type.Array(
      Type.String({ description: 'An address, or a network such as 10.0.0.0/8.', minLength: 1 }),
      {
        description:
          'Addresses of proxies that terminate mutual TLS and forward the client certificate in the header Client-Cert (RFC 9440).',
        default: [],
      },
    ),
    jwks: Type.Optional(
      Path({
        description:
          'File: JWK set with the keys that sign the bearer JWTs of callers; reloaded when it changes.',
      }),
    ),
    issuer: Type.Optional(
      Type.String({
        description: 'Required issuer of these tokens (iss). Default: any issuer with these keys.',
        minLength: 1,
      }),
    ),
    audience: Type.Optional(
      Type.String({ description: 'Required audience of these tokens. Default: issuer.id.', minLength: 1 }),
    ),
  },
  { additionalProperties: false, default: {} },
);

/** The methods that need a second person. */
export const AdminSettings = Type.Object(
  {
    secondPerson: Type.Array(Type.Enum([...SECOND_PERSON_GROUPS, ...GUARDED_NAMES]), {
      description: `What needs the approval of another person: groups (${SECOND_PERSON_GROUPS.join(', ')}) or methods. Every entry implies roles; see second-person.md.`,
      default: [],
    }),
    secondPersonOfOrganisation: Type.Boolean({
      description:
        'true: only people who sign in by an organisation request and approve. Otherwise a person who also has an account with a password counts as two people.',
      default: false,
    }),
    approvalHours: Type.Integer({
      description: 'Hours until an approval expires.',
      default: 72,
      minimum: 1,
      maximum: 720,
    }),
  },
  { additionalProperties: false, default: {} },
);
