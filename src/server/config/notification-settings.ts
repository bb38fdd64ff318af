import { Type } from 'typebox';
import { Path } from './path.ts';

/** Where the wallet platform is told that a status changed. */
export const NotificationSettings = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        description:
          'Address of the wallet platform, in front of /be/mdl/canonical/…; it is told of nothing without; see notifications.md.',
        pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
      }),
    ),
    clientCertificate: Type.Optional(
      Path({ description: 'File: PEM certificates to be known by there (mTLS).' }),
    ),
    clientKey: Type.Optional(Path({ description: 'File: PEM key of the client certificate.' })),
    ca: Type.Optional(
      Path({
        description: 'File: PEM certificates that alone may certify the platform. Default: the usual roots.',
      }),
    ),
    timeoutSeconds: Type.Integer({
      description: 'How long one attempt may take.',
      default: 10,
      minimum: 1,
      maximum: 60,
    }),
    giveUpAfterHours: Type.Integer({
      description: 'How long after a change attempts go on, with up to an hour between two.',
      default: 72,
      minimum: 1,
      maximum: 720,
    }),
  },
  { additionalProperties: false, default: {} },
);
