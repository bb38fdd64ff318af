import { anyReply, body, only, refusals, type WrongWay } from './changes.ts';
import type { Passing, Reply, Wrong } from './wrong-server.ts';

/** Every reply to a requestId is the first one. */
function remembersRequestIds(): Wrong {
  const replies = new Map<string, Reply>();
  return {
    reply(reply, { request }) {
      const id = request?.requestMetadata?.requestId ?? '';
      const first = replies.get(id) ?? reply;
      replies.set(id, first);
      return first;
    },
  };
}

/** Its nonces are numbers. */
function counts(): Wrong {
  let nonces = 0;
  return body('getDeviceRegistrationNonce', (right) => {
    nonces += 1;
    return { ...right, nonce: `registration-${String(nonces).padStart(6, '0')}` };
  })();
}

const withMetadata = ({ request }: Passing) =>
  request && !request.requestMetadata
    ? { ...request, requestMetadata: { requestId: 'r', version: { major: 1 }, issuerId: 'Sandbox_US_MDL' } }
    : undefined;

/** What a server can do wrong with every request, with keys and nonces, and the case that names it. */
export const CONTRACT_WRONG_WAYS: readonly WrongWay[] = [
  [
    'it echoes another text',
    'healthCheck.echo',
    body('healthCheck', (right) => ({ ...right, clientMessage: right.clientMessage?.toUpperCase() })),
  ],
  [
    'it loses characters outside of ASCII',
    'healthCheck.echo-unicode',
    body('healthCheck', (right) => ({
      ...right,
      clientMessage: right.clientMessage?.replaceAll(/[^ -~]/g, '?'),
    })),
  ],
  [
    'it refuses members that it does not know',
    'healthCheck.unknown-member',
    only('healthCheck', (reply, { request }) => (request.aLaterMember ? { status: 400, body: {} } : reply)),
  ],
  ['it takes requestId for an idempotency key', 'healthCheck.same-request-id', remembersRequestIds],
  [
    'it calls its answers plain text',
    'healthCheck.json',
    anyReply((reply) => ({ ...reply, headers: { 'content-type': 'text/plain' } })),
  ],
  [
    'it lets caches store its answers',
    'healthCheck.no-store',
    anyReply((reply) => ({ ...reply, headers: { 'cache-control': 'public, max-age=60' } })),
  ],
  [
    'it answers to GET',
    'healthCheck.get',
    anyReply((reply, { method }) => (method === 'GET' ? { status: 200, body: {} } : reply)),
  ],
  ['it invents missing metadata', 'healthCheck.metadata.required', () => ({ request: withMetadata })],
  [
    'it serves every version',
    'healthCheck.version.mismatch',
    () => ({
      request: ({ request }) =>
        request?.requestMetadata && {
          ...request,
          requestMetadata: { ...request.requestMetadata, version: { major: 1 } },
        },
    }),
  ],
  [
    'its errors have no requestId',
    'getProofingStatus.metadata.echo-in-error',
    anyReply((reply) =>
      reply.status === 200
        ? reply
        : { ...reply, body: { ...reply.body, responseMetadata: { requestId: '' } } },
    ),
  ],
  [
    'its errors have two reasons',
    'errors.one-reason',
    anyReply((reply) =>
      reply.status === 200
        ? reply
        : { ...reply, body: { ...reply.body, forbidden: {}, permissionDenied: {} } },
    ),
  ],
  [
    'its errors are pages',
    'errors.no-json',
    anyReply((reply) => (reply.status === 200 ? reply : { ...reply, body: '<h1>Bad Request</h1>' })),
  ],
  [
    'all its errors have the same identifier',
    'errors.identifier',
    anyReply((reply) =>
      reply.status === 200 ? reply : { ...reply, body: { ...reply.body, issuerErrorIdentifier: 'error' } },
    ),
  ],
  [
    'its errors quote the request',
    'errors.personal-data',
    anyReply((reply, { request }) =>
      reply.status === 200
        ? reply
        : { ...reply, body: { ...reply.body, errorDescription: JSON.stringify(request) } },
    ),
  ],
  [
    'it crashes on a wrong type',
    'getProofingStatus.type.proofingId',
    only('getProofingStatus', ({ status }) => (status === 400 ? { status: 500, body: {} } : {})),
  ],
  ['it admits every caller', 'healthCheck.permission', () => ({})],
  [
    'its identity key is no certificate',
    'keys.identity',
    body('getIdentityKey', () => ({ issuerIdentityCertificate: ['AAAA'] })),
  ],
  [
    'its encryption key is PEM',
    'keys.encryption',
    body('getHybridEncryptionKey', () => ({ issuerEncryptionCertificate: '-----BEGIN CERTIFICATE-----' })),
  ],
  [
    'its nonces are too long',
    'nonce.size',
    body('getDeviceRegistrationNonce', (right) => ({ ...right, nonce: 'n'.repeat(33) })),
  ],
  [
    'it has one nonce for all',
    'nonce.fresh',
    body('getDeviceRegistrationNonce', (right) => ({ ...right, nonce: 'always the same' })),
  ],
  [
    'it answers with another requestId',
    'healthCheck.metadata.echo',
    body('healthCheck', (right) => ({ ...right, responseMetadata: { requestId: 'another' } })),
  ],
  [
    'it needs the minor version',
    'healthCheck.version.minor-absent',
    only('healthCheck', (_reply, { request }) =>
      request?.requestMetadata?.version?.minor === undefined ? { status: 400, body: {} } : {},
    ),
  ],
  ['it admits whoever has credentials', 'errors.wrong-credentials', () => ({})],
  ['its nonces can be guessed', 'nonce.unpredictable', counts],
  [
    'it crashes on a body that is no object',
    'errors.no-object',
    refusals((_reply, { request }) => (typeof request === 'object' && request ? {} : { status: 500 })),
  ],
  [
    'it crashes on deep values',
    'errors.too-deep',
    anyReply((reply, { request }) => (request?.aLaterMember ? { status: 500, body: {} } : reply)),
  ],
  ['it crashes on large bodies', 'errors.too-large', refusals(() => ({ status: 500 }))],
  [
    'it answers unknown operations with a page',
    'errors.unknown-operation',
    refusals(() => ({ body: '<h1>Not found</h1>' })),
  ],
  [
    'it answers keys to GET',
    'getIdentityKey.get',
    anyReply((reply, { method }) => (method === 'GET' ? { status: 200, body: {} } : reply)),
  ],
];
