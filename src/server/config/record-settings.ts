import { Type } from 'typebox';
import { Path } from './path.ts';

/** Where holders' records come from. */
export const RecordSettings = Type.Object(
  {
    source: Type.Enum(['table', 'http'], {
      description:
        "table: records are imported. http: codes and records are looked up in the issuer's own system; see system-of-record.md.",
      default: 'table',
    }),
    url: Type.Optional(
      Type.String({
        description: 'URL of that system, before the paths of its interface.',
        pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
      }),
    ),
    tokenFile: Type.Optional(
      Path({ description: 'File: bearer token for that system; read for each lookup.' }),
    ),
    clientCertificate: Type.Optional(
      Path({ description: 'File: PEM client certificate chain for mutual TLS.' }),
    ),
    clientKey: Type.Optional(Path({ description: 'File: PEM private key of the client certificate.' })),
    ca: Type.Optional(
      Path({
        description: 'File: PEM certificates of the trusted authorities. Default: the public ones.',
      }),
    ),
  },
  { additionalProperties: false, default: {} },
);
