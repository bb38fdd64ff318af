import { Type } from 'typebox';
import { says } from '../../conventions/yaml/shape.ts';

/** How users with a password of this server sign in. */
export const UserSettings = Type.Object(
  {
    passkeys: Type.Enum(['optional', 'required'], {
      description:
        'optional: who has a passkey needs it to sign in; others need their password only. required: who has none must register one at the next sign-in.',
      default: 'optional',
    }),
    deviceBoundAdministrators: Type.Boolean({
      description:
        'Whether passkeys of administrators must stay on one device, such as a security key; passkeys that are copied to other devices are refused for them.',
      default: false,
    }),
    passkeyDomain: Type.Optional(
      Type.String({
        description:
          'Domain that browsers bind passkeys to: the host of oauth.issuerUrl, or a domain above it that the names of the consoles are below too. Another domain makes all passkeys unusable. Default: the host of oauth.issuerUrl.',
        pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)*$',
        ...says('must be a domain in small letters, such as free.example'),
        maxLength: 253,
      }),
    ),
  },
  { additionalProperties: false, default: {} },
);
