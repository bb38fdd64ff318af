import type { Body, Passing, Reply, Wrong } from './wrong-server.ts';

type WrongWay = readonly [what: string, namedBy: string, wrong: () => Wrong];

const only =
  (operation: string, change: (reply: Reply, passing: Passing) => Partial<Reply>) => (): Wrong => ({
    reply: (reply, passing) =>
      passing.operation === operation ? { ...reply, ...change(reply, passing) } : reply,
  });

/** Changes the body of each reply with this status. */
const body = (operation: string, change: (body: Body, passing: Passing) => Body) =>
  only(operation, (reply, passing) => ({ body: change(reply.body, passing) }));

/** Answers a refused request as if it had been accepted. */
const accepts = (operation: string, members: (passing: Passing) => Body = () => ({})) =>
  only(operation, ({ status, body: right }, passing) =>
    status === 200
      ? {}
      : { status: 200, body: { responseMetadata: right.responseMetadata, ...members(passing) } },
  );

const anyReply = (change: (reply: Reply, passing: Passing) => Reply) => (): Wrong => ({ reply: change });

const statusIs = (member: string) =>
  body('getCredentialStatus', (right) => ({ ...right, credentialStatus: { [member]: {} } }));

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

/** The versions of a server that makes a new one for each request. */
function forgetsVersions(): Wrong {
  let version = 0;
  return body('provisionCredential', (right) => {
    version += 1;
    return { ...right, credentialVersionId: `version-${version}` };
  })();
}

const withMetadata = ({ request }: Passing) =>
  request && !request.requestMetadata
    ? { ...request, requestMetadata: { requestId: 'r', version: { major: 1 }, issuerId: 'Sandbox_US_MDL' } }
    : undefined;

/** What a server can do wrong, and the case that names it. */
export const WRONG_WAYS: readonly WrongWay[] = [
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
  ['it registers every chain', 'fault.untrusted-root', accepts('registerDevice')],
  ['it does not compare the nonce', 'register.nonce-of-another-device', accepts('registerDevice')],
  [
    'it does not check the ciphertext of a code',
    'fault.code-tampered-ciphertext',
    accepts('proofUser', ({ request }) => ({ proofingId: request.proofingId })),
  ],
  [
    'it names another reason',
    'fault.proofing-status-unknown-proofing',
    only('getProofingStatus', ({ status, body: { invalidIdentifier, ...right } }) =>
      status === 404 ? { status: 400, body: { ...right, invalidState: {} } } : {},
    ),
  ],
  [
    'every proofing is accepted',
    'proofing.wrong-code',
    body('getProofingStatus', (right) => ({ ...right, proofingStatus: { accepted: {} } })),
  ],
  [
    'a proofing has two states',
    'proofing.status-member',
    body('getProofingStatus', (right) => ({ ...right, proofingStatus: { accepted: {}, pending: {} } })),
  ],
  [
    'a challenge names two tasks',
    'proofing.challenged',
    body('getProofingStatus', (right) => ({
      ...right,
      proofingStatus: { challenged: { issuerUrlVisit: {}, physicalLocationVisit: {} } },
    })),
  ],
  ['it cancels every proofing', 'fault.cancel-after-decision', accepts('cancelProofing')],
  [
    'it provisions without encryption',
    'provision.honest',
    body('provisionCredential', (right) => ({ ...right, credential: { unencryptedValue: 'oA==' } })),
  ],
  ['each fetch makes a new version', 'provision.existing', forgetsVersions],
  [
    'it loses an MSO',
    'msos.first',
    body('provisionMobileSecurityObjects', (right) => ({
      ...right,
      mobileSecurityObjects: right.mobileSecurityObjects?.slice(1),
    })),
  ],
  [
    'an MSO ends at another time than the answer says',
    'msos.first',
    body('provisionMobileSecurityObjects', (right) => ({
      ...right,
      mobileSecurityObjects: right.mobileSecurityObjects?.map((one: Body) => ({
        ...one,
        expirationTimeMillis: '1',
      })),
    })),
  ],
  [
    'it does not compare the version of a credential',
    'fault.stale-version',
    accepts('provisionMobileSecurityObjects', () => ({ mobileSecurityObjects: [] })),
  ],
  [
    'it certifies keys that another key signed',
    'fault.auth-key-by-another-key',
    accepts('provisionMobileSecurityObjects', () => ({ mobileSecurityObjects: [] })),
  ],
  ['a credential is active before its proof', 'status.pending', statusIs('active')],
  ['a deleted credential stays active', 'status.deleted', statusIs('active')],
  ['a revoked credential stays active', 'status.revoked', statusIs('active')],
  ['a changed record has no new version', 'status.new-version', statusIs('active')],
  [
    'nobody learns that an action is required',
    'status.action-required',
    body('getCredentialStatus', (right) => ({ ...right, credentialStatus: { active: {} } })),
  ],
  [
    'it shows one identity key during a rotation',
    'keys.identity-rotation',
    body('getIdentityKey', ({ issuerIdentityCertificate: [key] }) => ({ issuerIdentityCertificate: [key] })),
  ],
  ['a deadline has no consequence', 'status.deadline', statusIs('active')],
];
