import { Type } from 'typebox';
import { says } from '../../conventions/yaml/shape.ts';

/** Traces of requests, for a collector of OpenTelemetry. */
export const TelemetrySettings = Type.Object(
  {
    otlp: Type.Optional(
      Type.String({
        description:
          'Address of a collector that accepts OTLP over HTTP, such as http://127.0.0.1:4318. Default: no traces.',
        pattern: '^https?://[^\\s?#@]+$',
        ...says('must begin with https:// or http:// and have no user, no ? and no #'),
      }),
    ),
    callers: Type.Array(
      Type.String({ description: 'An address, or a network such as 10.0.0.0/8.', minLength: 1 }),
      {
        description:
          'Addresses whose header traceparent is used (W3C Trace Context): the trace of the caller continues, and the caller decides whether it is recorded.',
        default: [],
      },
    ),
    sampleRatio: Type.Number({
      description: 'Share of requests that are traced, unless one of telemetry.callers has decided.',
      default: 1,
      minimum: 0,
      maximum: 1,
    }),
  },
  { additionalProperties: false, default: {} },
);
