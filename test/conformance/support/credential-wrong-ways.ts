import { accepts, body, only, refusals, type WrongWay } from './changes.ts';
import type { Body, Wrong } from './wrong-server.ts';

const statusIs = (member: string) =>
  body('getCredentialStatus', (right) => ({ ...right, credentialStatus: { [member]: {} } }));

/** The versions of a server that makes a new one for each request. */
function forgetsVersions(): Wrong {
  let version = 0;
  return body('provisionCredential', (right) => {
    version += 1;
    return { ...right, credentialVersionId: `version-${version}` };
  })();
}

/** The first version of a credential is the version for ever. */
function keepsVersions(): Wrong {
  const versions = new Map<string, string>();
  return {
    reply(reply, { request }) {
      const { credentialVersionId: version } = reply.body ?? {};
      if (version === undefined) return reply;
      const first = versions.get(request.credentialId) ?? version;
      versions.set(request.credentialId, first);
      return { ...reply, body: { ...reply.body, credentialVersionId: first } };
    },
  };
}

/** Keys that were certified before get no MSO. */
function forgetsMsos(): Wrong {
  const certified = new Set<string>();
  return body('provisionMobileSecurityObjects', (right, { request }) => {
    const keys = String(request.authKeys?.length);
    const isRepeated = certified.has(keys);
    certified.add(keys);
    return isRepeated ? { ...right, mobileSecurityObjects: [] } : right;
  })();
}

/** A proofing keeps the state that was told first. */
function remembersProofings(): Wrong {
  const first = new Map<string, Body>();
  return body('getProofingStatus', ({ proofingStatus, ...right }, { request: { proofingId } }) => {
    if (!first.has(proofingId)) first.set(proofingId, proofingStatus);
    return { ...right, proofingStatus: first.get(proofingId) };
  })();
}

const proofingIs = (status: Body) =>
  body('getProofingStatus', (right) => ({ ...right, proofingStatus: status }));

/** A deleted credential is active again as soon as the device asks for it. */
function revives(): Wrong {
  const deleted = new Set<string>();
  return {
    reply(reply, { operation, request }) {
      const { credentialId } = request ?? {};
      if (operation === 'notifyCredentialDeleted') deleted.add(credentialId);
      if (operation.startsWith('provision')) deleted.delete(credentialId);
      if (operation !== 'getCredentialStatus' || deleted.has(credentialId)) return reply;
      return { ...reply, body: { ...reply.body, credentialStatus: { active: {} } } };
    },
  };
}

/** What a specimen of the hooks has. */
const OF_THE_HOLDER = 'SPECIMEN';

/** What a server can do wrong with devices, proofings and credentials, and the case that names it. */
export const CREDENTIAL_WRONG_WAYS: readonly WrongWay[] = [
  ['it knows roots by their names', 'fault.root-of-the-same-name', accepts('registerDevice')],
  ['it does not verify the signature of the root', 'fault.not-signed-by-root', accepts('registerDevice')],
  ['its deleted credentials come back', 'status.deleted-final', revives],
  [
    'its errors have data of the holder',
    'errors.holder-data',
    refusals(({ body: right }) => ({ body: { ...right, errorDescription: `refused for ${OF_THE_HOLDER}` } })),
  ],
  [
    'userActionRequired stands alone',
    'status.action-beside-active',
    body('getCredentialStatus', ({ credentialStatus: { userActionRequired, ...rest }, ...right }) => ({
      ...right,
      credentialStatus: userActionRequired ? { userActionRequired } : rest,
    })),
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
  [
    'it acknowledges another proofing',
    'proofing.acknowledged',
    body('proofUser', (right) => ({ ...right, proofingId: 'another' })),
  ],
  ['a code serves several devices at once', 'proofing.code-race', proofingIs({ accepted: {} })],
  ['a revoked holder can prove again', 'proofing.revoked-holder', proofingIs({ accepted: {} })],
  ['nobody learns of a decision after asking once', 'proofing.accepted', remembersProofings],
  ['a canceled proofing stays pending', 'proofing.cancel-pending', proofingIs({ pending: {} })],
  ['a rejection names no reason', 'proofing.rejected', proofingIs({ rejected: { primaryRejection: {} } })],
  ['a repeated request gets no MSOs', 'msos.retry', forgetsMsos],
  ['one of several repeated requests gets MSOs', 'msos.race', forgetsMsos],
  ['a changed record keeps its version', 'status.new-version', keepsVersions],
  ['a revoked holder keeps credentials', 'status.holder-revoked', statusIs('active')],
  [
    'an action stays required after it was done',
    'status.action-required',
    body('getCredentialStatus', (right) => ({
      ...right,
      credentialStatus: {
        active: {},
        userActionRequired: {
          deadlineTimeMillis: '2000000000000',
          deadlineEnforcementHint: { revocationHint: {} },
          submitProofing: { unlimitedAttempts: {} },
        },
      },
    })),
  ],
  [
    'a deleted credential can be provisioned',
    'fault.provision-deleted-credential',
    accepts('provisionCredential'),
  ],
];
