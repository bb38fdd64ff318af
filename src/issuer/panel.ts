import type { OperationName, RequestOf, ResponseOf } from './contract/index.ts';
import type { IssuerDeps } from './deps.ts';
import { cancelProofing } from './operations/cancelProofing.ts';
import { getCredentialStatus } from './operations/getCredentialStatus.ts';
import { getDeviceRegistrationNonce } from './operations/getDeviceRegistrationNonce.ts';
import { getHybridEncryptionKey } from './operations/getHybridEncryptionKey.ts';
import { getIdentityKey } from './operations/getIdentityKey.ts';
import { getProofingStatus } from './operations/getProofingStatus.ts';
import { healthCheck } from './operations/healthCheck.ts';
import { notifyCredentialDeleted } from './operations/notifyCredentialDeleted.ts';
import { proofUser } from './operations/proofUser.ts';
import { provisionCredential } from './operations/provisionCredential.ts';
import { provisionMobileSecurityObjects } from './operations/provisionMobileSecurityObjects.ts';
import { registerDevice } from './operations/registerDevice.ts';
import { checkRequest } from './request-checks.ts';

type Handlers = { readonly [Name in OperationName]: (request: RequestOf<Name>) => Promise<ResponseOf<Name>> };

/** The twelve operations over what they need. */
function handlers(deps: IssuerDeps): Handlers {
  return {
    healthCheck: healthCheck(deps),
    proofUser: proofUser(deps),
    getProofingStatus: getProofingStatus(deps),
    cancelProofing: cancelProofing(deps),
    provisionCredential: provisionCredential(deps),
    provisionMobileSecurityObjects: provisionMobileSecurityObjects(deps),
    getCredentialStatus: getCredentialStatus(deps),
    notifyCredentialDeleted: notifyCredentialDeleted(deps),
    getDeviceRegistrationNonce: getDeviceRegistrationNonce(deps),
    registerDevice: registerDevice(deps),
    getIdentityKey: getIdentityKey(deps),
    getHybridEncryptionKey: getHybridEncryptionKey(deps),
  };
}

/** Answers an operation from its body as it was parsed; throws IssuerError for a refusal. */
export type IssuerPanel = (name: OperationName, body: unknown) => Promise<object>;

export function issuerPanel(deps: IssuerDeps): IssuerPanel {
  const operations = handlers(deps);
  return (name, body) => {
    const request = checkRequest(name, body, deps.policy);
    return (operations[name] as (checked: typeof request) => Promise<object>)(request);
  };
}
