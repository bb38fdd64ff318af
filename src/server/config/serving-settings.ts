import { Type } from 'typebox';
import { says } from '../../conventions/yaml/shape.ts';

/** What apps get besides the configuration of their publisher. */
export const ServingSettings = Type.Object(
  {
    refreshSeconds: Type.Integer({
      description: 'After how many seconds an app asks for its configuration again.',
      default: 3600,
      minimum: 1,
      maximum: 604_800,
    }),
    loadTimeoutMs: Type.Optional(
      Type.Integer({
        description: 'How long an app waits for one line, in milliseconds. Default: the app decides.',
        minimum: 1,
        maximum: 600_000,
      }),
    ),
    eventUrl: Type.Optional(
      Type.String({
        description:
          'Where apps send their statistics; {key} stands for their key. Default: /serve/v1/{key}/events at oauth.issuerUrl; without that, apps send beside the configuration.',
        pattern: '^https?://\\S+$',
        ...says('must begin with https:// or http://'),
        // Snapshots take 2000 characters after the scheme, and keys are longer than {key}.
        maxLength: 1900,
      }),
    ),
    batchRows: Type.Optional(
      Type.Integer({
        description: 'With how many rows of statistics an app sends them. Default: the app decides.',
        minimum: 1,
        maximum: 500,
      }),
    ),
    batchSeconds: Type.Integer({
      description: 'After how many seconds an app sends its statistics, if batchRows is set.',
      default: 300,
      minimum: 1,
      maximum: 604_800,
    }),
    countryHeader: Type.Optional(
      Type.String({
        description:
          'Header in which the proxy sends the country of the caller, such as CF-IPCountry. Only for proxies that remove it from requests.',
        pattern: '^[A-Za-z0-9-]+$',
        ...says('must be the name of a header: letters, digits and dashes'),
      }),
    ),
  },
  { additionalProperties: false, default: {} },
);
