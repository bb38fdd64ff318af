import { Type } from 'typebox';
import { Path } from './path.ts';

/** What publishers configure is checked against this. */
export const MediationSettings = Type.Object(
  {
    catalogue: Type.Optional(
      Path({
        description:
          'File: ad sources and adapters, read again when it changes. Default: the one that comes along.',
      }),
    ),
    domain: Type.String({
      description: 'Name of the service in errors (google.rpc.ErrorInfo.domain).',
      default: 'diptych',
      minLength: 1,
      maxLength: 253,
    }),
    gzipBodies: Type.Boolean({
      description: 'Whether bodies of requests may be compressed, as the Java client of the platform does.',
      default: true,
    }),
    strictInventory: Type.Boolean({
      description: 'Whether the ad units of groups must be among those of the publisher.',
      default: false,
    }),
    freezeDuringExperiments: Type.Boolean({
      description: 'Whether a group cannot be changed while an experiment runs in it.',
      default: false,
    }),
  },
  { additionalProperties: false, default: {} },
);
