import { omit } from '../../../conventions/omit.ts';
import { ExchangeError } from '../../../wallet/index.ts';
import type { Case } from '../../case.ts';
import { holds } from '../../deviation.ts';
import type { IssuerBench } from '../bench.ts';
import { isRefusal, reasonsIn } from '../expect.ts';

type Row = Case<IssuerBench>;

/** Larger than any request of the interface: the largest value has 65536 bytes. */
const TOO_LARGE = 8 * 1024 * 1024;
const TOO_DEEP = 20_000;
const CONTENT_TOO_LARGE = 413;

/** Other credentials of the same length: the last word of each header, the other way round. */
function changed(value: string): string {
  const words = value.split(' ');
  const last = words.pop() ?? '';
  return [...words, [...last].toReversed().join('')].join(' ');
}

/** Refusals that can be tested with the address alone. */
export const ERROR_CASES: readonly Row[] = [
  {
    id: 'errors.unknown-operation',
    clause: 'ruling-34',
    title: 'An unknown operation is an invalidIdentifier',
    smoke: true,
    async run({ sendText, note }) {
      isRefusal(await sendText('anOperationOfTheFuture', '{}'), {
        reason: 'invalidIdentifier',
        strict: true,
        note,
      });
    },
  },
  {
    id: 'errors.no-json',
    clause: 'errors.envelope',
    title: 'A body that is no JSON gets an ErrorResponse',
    smoke: true,
    async run({ sendText, note }) {
      isRefusal(await sendText('healthCheck', '{"requestMetadata":'), {
        reason: 'invalidFieldValue',
        strict: false,
        note,
      });
    },
  },
  {
    id: 'errors.no-object',
    clause: 'service.post',
    title: 'A body that is JSON and no object gets an ErrorResponse',
    smoke: true,
    async run({ sendText, note }) {
      for (const text of ['null', '[]', '"text"', '7', 'true']) {
        isRefusal(await sendText('healthCheck', text), { reason: 'invalidFieldValue', strict: false, note });
      }
    },
  },
  {
    id: 'errors.too-deep',
    clause: 'errors.envelope',
    title: `A value of ${TOO_DEEP} arrays in each other is ignored or refused`,
    async run({ sendText, issuerId, newId }) {
      const metadata = { requestId: newId(), version: { major: 1, minor: 0 }, issuerId };
      const deep = '['.repeat(TOO_DEEP) + ']'.repeat(TOO_DEEP);
      const text = `{"requestMetadata":${JSON.stringify(metadata)},"aLaterMember":${deep}}`;
      const { status } = await sendText('healthCheck', text);
      holds(status < 500, `the issuer failed with HTTP ${status}`);
    },
  },
  {
    id: 'errors.too-large',
    clause: 'ruling-34',
    title: `A body of ${TOO_LARGE / 1024 / 1024} MiB is refused, and the server goes on`,
    async run({ send, issuer, note }) {
      const text = 'x'.repeat(TOO_LARGE);
      const raw = await send('getProofingStatus', (body) => ({ ...body, proofingId: text })).catch(
        (error: unknown) => {
          // RFC 9110 15.5.14: a server may close the connection before it has read all.
          if (error instanceof ExchangeError && error.code === 'unreachable') return undefined;
          throw error;
        },
      );
      // More exact than the advised status.
      if (raw && raw.status !== CONTENT_TOO_LARGE)
        isRefusal(raw, { reason: 'invalidFieldValue', strict: false, note });
      await issuer.healthCheck({});
    },
  },
  {
    id: 'errors.wrong-credentials',
    clause: 'authentication',
    title: 'A caller with wrong credentials is refused with permissionDenied',
    needs: ['caller credentials'],
    async run({ send, note }) {
      const headers = (own: Readonly<Record<string, string>>) =>
        Object.fromEntries(Object.entries(own).map(([name, value]) => [name, changed(value)]));
      isRefusal(await send('healthCheck', undefined, { headers }), {
        reason: 'permissionDenied',
        strict: true,
        note,
      });
    },
  },
  {
    id: 'errors.repeated-member',
    clause: 'ruling-44',
    title: 'A body with a repeated member is refused',
    async run({ sendText, issuerId, note, newId }) {
      const metadata = { requestId: newId(), version: { major: 1, minor: 0 }, issuerId };
      const text = `{"requestMetadata":${JSON.stringify(metadata)},"clientMessage":"a","clientMessage":"b"}`;
      isRefusal(await sendText('healthCheck', text), { reason: 'invalidFieldValue', strict: true, note });
    },
  },
  {
    id: 'errors.one-reason',
    clause: 'errors.envelope',
    title: 'An ErrorResponse has exactly one reason',
    smoke: true,
    async run({ send }) {
      const { body = {} } = await send('getProofingStatus', (body) => omit(body, 'proofingId'));
      const reasons = reasonsIn(body).length;
      holds(reasons === 1, `it has ${reasons} reasons`);
    },
  },
  {
    id: 'errors.identifier',
    clause: 'errors.identifier',
    title: 'Each ErrorResponse has its own issuerErrorIdentifier and a description',
    smoke: true,
    async run({ send }) {
      const wrong = async () =>
        (await send('getProofingStatus', (body) => omit(body, 'proofingId'))).body ?? {};
      const [first, second] = [await wrong(), await wrong()];
      holds(typeof first.issuerErrorIdentifier === 'string', 'there is no issuerErrorIdentifier');
      holds(first.issuerErrorIdentifier !== '', 'issuerErrorIdentifier is empty');
      holds(
        first.issuerErrorIdentifier !== second.issuerErrorIdentifier,
        'two errors have the same identifier',
      );
      holds(
        typeof first.errorDescription === 'string' && first.errorDescription !== '',
        'there is no errorDescription',
      );
    },
  },
  {
    id: 'errors.personal-data',
    clause: 'errors.personal-data',
    title: 'errorDescription does not quote values of the request',
    smoke: true,
    async run({ send, newId }) {
      const canary = `canary-${newId()}`;
      const answers = [
        await send('getProofingStatus', (body) => ({
          ...body,
          deviceReferenceId: canary,
          proofingId: canary,
        })),
        await send('proofUser', (body) => ({ ...body, evidence: canary })),
      ];
      const leak = answers.some(({ body }) => JSON.stringify(body ?? {}).includes(canary));
      holds(!leak, 'an answer has a value of the request');
    },
  },
];
