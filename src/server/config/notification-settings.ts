import { Type } from 'typebox';
import { Path } from './path.ts';

/** Where to notify the wallet platform of status changes. */
export const NotificationSettings = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        description:
          'URL of the wallet platform, before /be/mdl/canonical/…. Default: no notifications; see notifications.md.',
        pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
      }),
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
