import { Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
import type { AdminMethod } from '../method.ts';

export const CONSOLE_METHODS = {
  startConsole: {
    http: ['POST', '/admin/v1/console:start'],
    role: 'administrator',
    noValidateOnly: 'its answer is a secret',
    audit: ['consoleCode.create'],
    command: 'console',
    summary:
      'Get the address of the console and, while there is no administrator, a one-time code that creates the first',
    request: Type.Object({}, closed),
    response: Type.Object({
      url: Type.String({ description: 'Open it in a browser; it holds the code, in its fragment.' }),
      code: Type.Optional(
        Type.String({
          description: 'For one sign-in on the machine of the server; absent once there is an administrator.',
        }),
      ),
      expireTime: Type.Optional(Time('When the code expires.')),
    }),
  },
} as const satisfies Record<string, AdminMethod>;
