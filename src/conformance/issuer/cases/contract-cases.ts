import { omit } from '../../../conventions/omit.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../../../issuer/contract/index.ts';
import type { Case } from '../../case.ts';
import { holds } from '../../deviation.ts';
import type { IssuerBench } from '../bench.ts';
import { isRefusal } from '../expect.ts';
import { shapeOf } from '../target.ts';

type Body = Record<string, unknown>;
type Row = Case<IssuerBench>;

/** Operations that need neither a device nor a holder. */
const SMOKE: readonly OperationName[] = [
  'healthCheck',
  'getDeviceRegistrationNonce',
  'getIdentityKey',
  'getHybridEncryptionKey',
];

const version = (major: number) => (body: Body) => ({
  ...body,
  requestMetadata: { ...(body.requestMetadata as object), version: { major, minor: 0 } },
});

const withoutMetadata = (body: Body) => omit(body, 'requestMetadata');

/** What holds for every operation that has metadata, made from the table of operations. */
function metadataCases(operation: OperationName): readonly Row[] {
  const smoke = SMOKE.includes(operation);
  return [
    {
      id: `${operation}.metadata.required`,
      clause: 'metadata.required',
      title: `${operation} refuses a request without requestMetadata`,
      smoke,
      run: async ({ send, note }) =>
        isRefusal(await send(operation, withoutMetadata), {
          reason: 'missingRequiredField',
          strict: true,
          note,
        }),
    },
    {
      id: `${operation}.version.mismatch`,
      clause: 'version.mismatch',
      title: `${operation} refuses version 99 with invalidApiVersion`,
      smoke,
      run: async ({ send, note }) =>
        isRefusal(await send(operation, version(99)), { reason: 'invalidApiVersion', strict: true, note }),
    },
    {
      id: `${operation}.metadata.echo-in-error`,
      clause: 'metadata.echo',
      title: `An ErrorResponse of ${operation} has the requestId of the request`,
      smoke,
      async run({ send }) {
        const { body, requestId } = await send(operation, version(99));
        const { responseMetadata } = (body ?? {}) as { responseMetadata?: { requestId?: unknown } };
        holds(responseMetadata?.requestId === requestId, 'responseMetadata has another requestId, or none');
      },
    },
    {
      id: `${operation}.issuer.other`,
      clause: 'ruling-25',
      title: `${operation} refuses a request for another issuer as forbidden`,
      smoke,
      async run({ send, note }) {
        const raw = await send(operation, (body) => ({
          ...body,
          requestMetadata: { ...(body.requestMetadata as object), issuerId: 'An_Issuer_Elsewhere' },
        }));
        isRefusal(raw, { reason: 'forbidden', strict: true, note });
      },
    },
  ];
}

const WRONG: Readonly<Record<string, unknown>> = { string: 7, array: 'a text', object: 'a text' };

/** Each member of a request with another type than the contract has. */
function typeCases(operation: OperationName): readonly Row[] {
  return Object.entries(shapeOf(operation).properties).flatMap(([member, { type = '' }]): readonly Row[] => {
    if (!(type in WRONG) || member === 'requestMetadata') return [];
    return [
      {
        id: `${operation}.type.${member}`,
        clause: 'errors.wrong-type',
        title: `${operation} refuses a ${member} that is no ${type}`,
        run: async ({ send, note }) =>
          isRefusal(await send(operation, (body) => ({ ...body, [member]: WRONG[type] })), {
            reason: 'invalidFieldValue',
            strict: true,
            note,
          }),
      },
    ];
  });
}

/** What holds for every operation. */
function anyCases(operation: OperationName): readonly Row[] {
  const smoke = SMOKE.includes(operation);
  return [
    {
      id: `${operation}.get`,
      clause: 'service.post',
      title: `${operation} cannot be called with GET`,
      smoke,
      async run({ send }) {
        const { status } = await send(operation, undefined, { method: 'GET' });
        holds(status >= 400 && status < 500, `GET was answered with HTTP ${status}`);
      },
    },
    {
      id: `${operation}.permission`,
      clause: 'authentication',
      title: `${operation} refuses a caller without credentials with permissionDenied`,
      needs: ['caller credentials'],
      run: async ({ send, note }) =>
        isRefusal(await send(operation, undefined, { headers: () => ({}) }), {
          reason: 'permissionDenied',
          strict: true,
          note,
        }),
    },
  ];
}

export const CONTRACT_CASES: readonly Row[] = OPERATION_NAMES.flatMap((operation) =>
  OPERATIONS[operation].metadata
    ? [...metadataCases(operation), ...typeCases(operation), ...anyCases(operation)]
    : anyCases(operation),
);
