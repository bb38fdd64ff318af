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
        description: 'Address of that system, in front of the paths of its contract.',
        pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
      }),
    ),
    tokenFile: Type.Optional(
      Path({ description: 'File: bearer token for that system; read anew for each lookup.' }),
    ),
    clientCertificate: Type.Optional(
      Path({ description: 'File: PEM certificates to be known by in that system (mTLS).' }),
    ),
    clientKey: Type.Optional(Path({ description: 'File: PEM key of the client certificate.' })),
    ca: Type.Optional(
      Path({
        description: 'File: PEM certificates that alone may certify that system. Default: the usual roots.',
      }),
    ),
  },
  { additionalProperties: false, default: {} },
);
