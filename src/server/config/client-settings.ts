import { Type } from 'typebox';
import { says } from '../../conventions/yaml/shape.ts';
import { Path } from './path-settings.ts';

export const ADDRESS = {
  pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
  ...says('must begin with https:// or http:// and have no user, no ? and no #'),
};

/** TLS of a connection that this server opens. */
const CLIENT_TLS = {
  clientCertificate: Type.Optional(
    Path({ description: 'File: PEM client certificate chain for mutual TLS.' }),
  ),
  clientKey: Type.Optional(Path({ description: 'File: PEM private key of the client certificate.' })),
  ca: Type.Optional(
    Path({
      description: 'File: PEM certificates of the trusted authorities. Default: the public ones.',
    }),
  ),
};

/** The source of holders' records. */
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
        ...ADDRESS,
      }),
    ),
    tokenFile: Type.Optional(
      Path({ description: 'File: bearer token for that system; read for each lookup.' }),
    ),
    ...CLIENT_TLS,
  },
  { additionalProperties: false, default: {} },
);

/** Where the wallet platform is notified of changes of status. */
export const NotificationSettings = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        description:
          'URL of the wallet platform, before /be/mdl/canonical/…. Default: no notifications; see notifications.md.',
        ...ADDRESS,
      }),
    ),
    ...CLIENT_TLS,
    timeoutSeconds: Type.Integer({
      description: 'Time limit of one attempt.',
      default: 10,
      minimum: 1,
      maximum: 60,
    }),
    giveUpAfterHours: Type.Integer({
      description: 'Hours after a change for which delivery is retried, at least once an hour.',
      default: 72,
      minimum: 1,
      maximum: 720,
    }),
  },
  { additionalProperties: false, default: {} },
);
