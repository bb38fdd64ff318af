import { Type } from 'typebox';
import { says } from '../../conventions/yaml/shape.ts';

/** The settings of the consoles, which people open in a browser. */
export const ConsoleSettings = Type.Object(
  {
    enabled: Type.Boolean({
      description:
        'Whether the listeners serve the consoles under /console/, /docs/api, and / which lists them.',
      default: true,
    }),
    names: Type.Array(
      Type.String({
        description: 'A host, or a host with a port.',
        pattern: '^(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*)(:[0-9]{1,5})?$',
        ...says('must be a host, or a host with a port, such as admin.example:8081'),
        maxLength: 260,
      }),
      {
        description:
          'Further names under which browsers reach the listeners, such as console.example or console.example:8443. Without them: the names of this machine, the bound address, and for the mediation console the host of oauth.issuerUrl. Invitations and links have the first name that is not of this machine.',
        default: [],
      },
    ),
    idleMinutes: Type.Integer({
      description: 'Minutes without use after which a session of a console ends.',
      default: 15,
      minimum: 1,
      maximum: 480,
    }),
    absoluteHours: Type.Integer({
      description: 'Hours after the sign-in at which a session of a console ends.',
      default: 8,
      minimum: 1,
      maximum: 24,
    }),
  },
  { additionalProperties: false, default: {} },
);
