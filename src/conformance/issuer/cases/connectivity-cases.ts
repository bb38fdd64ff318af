import { certificatePublicKey, parseCertificate } from '../../../formats/x509/index.ts';
import type { Case } from '../../case.ts';
import { Deviation, holds } from '../../deviation.ts';
import type { IssuerBench } from '../bench.ts';
import type { Raw } from '../target.ts';

const LONGEST_MESSAGE = 65_536;
const MAX_NONCE = 32;
/** 64 bits, the least that NIST SP 800-63B asks of a nonce. */
const MIN_RANDOM = 8;

/** The length without what both begin and end with. */
function differing(one: string, other: string): number {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  const length = Math.min(a.length, b.length);
  let [start, end] = [0, 0];
  while (start < length && a[start] === b[start]) start += 1;
  while (end < length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return length - start - end;
}

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
    async run({ issuer, newId }) {
      const clientMessage = `hello ${newId()}`;
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
      holds(raw.status === 200, `the request was refused with HTTP ${raw.status}`);
      holds(echoed(raw) === 'm', 'clientMessage differs');
    },
  },
  {
    id: 'healthCheck.metadata.echo',
    clause: 'metadata.echo',
    title: 'An answer has the requestId of the request',
    smoke: true,
    async run({ send }) {
      const { body, requestId } = await send('healthCheck');
      const { requestId: answered } = (body?.responseMetadata ?? {}) as { requestId?: unknown };
      holds(answered === requestId, 'responseMetadata has another requestId, or none');
    },
  },
  {
    id: 'healthCheck.version.minor-absent',
    clause: 'ruling-33',
    title: 'A version without minor is the version with minor 0',
    smoke: true,
    async run({ send }) {
      const { status } = await send('healthCheck', (body) => ({
        ...body,
        requestMetadata: { ...(body.requestMetadata as object), version: { major: 1 } },
      }));
      holds(status === 200, `the request was refused with HTTP ${status}`);
    },
  },
  {
    id: 'healthCheck.same-request-id',
    clause: 'metadata.requestId',
    title: 'Two requests with the same requestId are both executed',
    smoke: true,
    async run({ send, newId }) {
      const requestId = newId();
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
    async run({ issuer, newId }) {
      const { nonce } = await issuer.getDeviceRegistrationNonce({ deviceReferenceId: newId() });
      const bytes = Buffer.byteLength(nonce);
      holds(bytes > 0 && bytes <= MAX_NONCE, `the nonce has ${bytes} bytes`);
    },
  },
  {
    id: 'nonce.fresh',
    clause: 'register.chain',
    title: 'Each nonce is different',
    smoke: true,
    async run({ issuer, newId }) {
      const deviceReferenceId = newId();
      const ask = async () => (await issuer.getDeviceRegistrationNonce({ deviceReferenceId })).nonce;
      const first = await ask();
      holds((await ask()) !== first, 'the same nonce came twice');
    },
  },
  {
    id: 'nonce.unpredictable',
    clause: 'nonce.random',
    title: 'Nonces differ in at least 8 bytes, so they are no counters or times',
    smoke: true,
    async run({ issuer, newId }) {
      const ask = async () => (await issuer.getDeviceRegistrationNonce({ deviceReferenceId: newId() })).nonce;
      const [first, second, third] = [await ask(), await ask(), await ask()];
      const different = Math.min(differing(first, second), differing(second, third));
      holds(different >= MIN_RANDOM, `two nonces differ in ${different} bytes`);
    },
  },
];
