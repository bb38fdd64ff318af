import { randomUUID } from 'node:crypto';
import { certificatePublicKey, parseCertificate } from '../../../formats/x509/index.ts';
import type { Case } from '../../case.ts';
import { Deviation, holds } from '../../deviation.ts';
import type { IssuerBench } from '../bench.ts';
import { isRefusal, reasonsIn } from '../expect.ts';
import type { Raw } from '../target.ts';

const LONGEST_MESSAGE = 65_536;
const MAX_NONCE = 32;

function checkKey(text: string, now: number): void {
  let certificate: ReturnType<typeof parseCertificate>;
  try {
    certificate = parseCertificate(Buffer.from(text, 'base64'));
  } catch {
    throw new Deviation('a value is no DER X.509 certificate');
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificatePublicKey(certificate);
  const isP256 = asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';
  holds(isP256, 'a certificate does not have a key on P-256');
  holds(certificate.notBefore <= now && now <= certificate.notAfter, 'a certificate is not valid now');
}

const echoed = (raw: Raw) => raw.body?.clientMessage;

type Row = Case<IssuerBench>;

/** What can be tested with the address alone. */
export const CONNECTIVITY_CASES: readonly Row[] = [
  {
    id: 'healthCheck.echo',
    clause: 'health.echo',
    title: 'HealthCheck echoes clientMessage',
    smoke: true,
    async run({ issuer }) {
      const clientMessage = `hello ${randomUUID()}`;
      holds(
        (await issuer.healthCheck({ clientMessage })).clientMessage === clientMessage,
        'clientMessage differs',
      );
    },
  },
  {
    id: 'healthCheck.echo-unicode',
    clause: 'health.echo',
    title: 'HealthCheck echoes text of every script unchanged',
    smoke: true,
    async run({ issuer }) {
      const clientMessage = 'Grüße, 世界, 🪪, e\u0301 "quoted" \\ /';
      holds(
        (await issuer.healthCheck({ clientMessage })).clientMessage === clientMessage,
        'clientMessage differs',
      );
    },
  },
  {
    id: 'healthCheck.echo-long',
    clause: 'health.echo',
    title: 'HealthCheck echoes a message of 65536 characters',
    async run({ issuer }) {
      const clientMessage = 'x'.repeat(LONGEST_MESSAGE);
      holds(
        (await issuer.healthCheck({ clientMessage })).clientMessage === clientMessage,
        'clientMessage differs',
      );
    },
  },
  {
    id: 'healthCheck.without-message',
    clause: 'ruling-33',
    title: 'HealthCheck answers a request without clientMessage with an empty one',
    smoke: true,
    async run({ send }) {
      const raw = await send('healthCheck');
      holds(
        raw.status === 200 && (echoed(raw) === '' || echoed(raw) === undefined),
        'the request was refused',
      );
    },
  },
  {
    id: 'healthCheck.unknown-member',
    clause: 'service.shape',
    title: 'A member that the interface does not have is ignored',
    smoke: true,
    async run({ send }) {
      const raw = await send('healthCheck', (body) => ({
        ...body,
        clientMessage: 'm',
        aLaterMember: { a: 1 },
      }));
      holds(raw.status === 200 && echoed(raw) === 'm', `the request was refused with HTTP ${raw.status}`);
    },
  },
  {
    id: 'healthCheck.same-request-id',
    clause: 'metadata.requestId',
    title: 'Two requests with the same requestId are both executed',
    smoke: true,
    async run({ send }) {
      const requestId = randomUUID();
      const say = (clientMessage: string) =>
        send('healthCheck', (body) => ({
          ...body,
          clientMessage,
          requestMetadata: { ...(body.requestMetadata as object), requestId },
        }));
      await say('first');
      holds(echoed(await say('second')) === 'second', 'the second request got the answer to the first');
    },
  },
  {
    id: 'healthCheck.json',
    clause: 'service.post',
    title: 'An answer says that it is JSON',
    smoke: true,
    async run({ send }) {
      const { headers } = await send('healthCheck');
      holds(
        /^application\/json\b/.test(headers['content-type'] ?? ''),
        'the content type is not application/json',
      );
    },
  },
  {
    id: 'healthCheck.no-store',
    clause: 'service.private',
    title: 'No cache may store an answer',
    smoke: true,
    async run({ send }) {
      const { headers } = await send('healthCheck');
      holds(/\bno-store\b/.test(headers['cache-control'] ?? ''), 'Cache-Control does not have no-store');
    },
  },
  {
    id: 'keys.identity',
    clause: 'keys.identity',
    title: 'GetIdentityKey answers with valid certificates of P-256 keys',
    smoke: true,
    async run({ issuer, now }) {
      const { issuerIdentityCertificate: keys } = await issuer.getIdentityKey({});
      holds(keys.length > 0, 'there is no key');
      for (const key of keys) checkKey(key, now());
    },
  },
  {
    id: 'keys.encryption',
    clause: 'keys.encryption',
    title: 'GetHybridEncryptionKey answers with a valid certificate of a P-256 key',
    smoke: true,
    async run({ issuer, now }) {
      checkKey((await issuer.getHybridEncryptionKey({})).issuerEncryptionCertificate, now());
    },
  },
  ...(['getIdentityKey', 'getHybridEncryptionKey'] as const).map(
    (operation): Row => ({
      id: `${operation}.empty-body`,
      clause: 'ruling-26',
      title: `${operation} accepts a request without a body`,
      async run({ sendText }) {
        const { status } = await sendText(operation, '');
        holds(status === 200, `the request was refused with HTTP ${status}`);
      },
    }),
  ),
  {
    id: 'nonce.size',
    clause: 'nonce.size',
    title: 'A nonce has 1 to 32 bytes',
    smoke: true,
    async run({ issuer }) {
      const { nonce } = await issuer.getDeviceRegistrationNonce({ deviceReferenceId: randomUUID() });
      const bytes = Buffer.byteLength(nonce);
      holds(bytes > 0 && bytes <= MAX_NONCE, `the nonce has ${bytes} bytes`);
    },
  },
  {
    id: 'nonce.fresh',
    clause: 'register.chain',
    title: 'Each nonce is different',
    smoke: true,
    async run({ issuer }) {
      const deviceReferenceId = randomUUID();
      const ask = async () => (await issuer.getDeviceRegistrationNonce({ deviceReferenceId })).nonce;
      const first = await ask();
      holds((await ask()) !== first, 'the same nonce came twice');
    },
  },
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
    id: 'errors.repeated-member',
    clause: 'ruling-44',
    title: 'A body with a repeated member is refused',
    async run({ sendText, issuerId, note }) {
      const metadata = { requestId: randomUUID(), version: { major: 1, minor: 0 }, issuerId };
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
      const { body = {} } = await send('getProofingStatus', ({ proofingId: _, ...rest }) => rest);
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
        (await send('getProofingStatus', ({ proofingId: _, ...rest }) => rest)).body ?? {};
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
    async run({ send }) {
      const canary = `canary-${randomUUID()}`;
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
