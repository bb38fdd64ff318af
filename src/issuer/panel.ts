import { deviceOf, type OperationName, type RequestOf, type ResponseOf } from './contract/index.ts';
import type { IssuerDeps } from './deps.ts';
import { cancelProofing } from './operations/cancel-proofing.ts';
import { getCredentialStatus } from './operations/get-credential-status.ts';
import { getDeviceRegistrationNonce } from './operations/get-device-registration-nonce.ts';
import { getHybridEncryptionKey } from './operations/get-hybrid-encryption-key.ts';
import { getIdentityKey } from './operations/get-identity-key.ts';
import { getProofingStatus } from './operations/get-proofing-status.ts';
import { healthCheck } from './operations/health-check.ts';
import { notifyCredentialDeleted } from './operations/notify-credential-deleted.ts';
import { proofUser } from './operations/proof-user.ts';
import { provisionCredential } from './operations/provision-credential.ts';
import { provisionMobileSecurityObjects } from './operations/provision-mobile-security-objects.ts';
import { registerDevice } from './operations/register-device.ts';
import { checkRequest } from './request-checks.ts';

type Handlers = { readonly [Name in OperationName]: (request: RequestOf<Name>) => Promise<ResponseOf<Name>> };

/** Binds the twelve operations to their dependencies. */
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

/** A request with valid metadata, version, issuer and fields. */
interface CheckedRequest {
  readonly device: string | undefined;
  /** Runs the operation. @throws IssuerError for a refusal */
  answer(): Promise<object>;
}

/** Checks the parsed body of an operation. @throws IssuerError for a refusal */
export type IssuerPanel = (name: OperationName, body: unknown) => CheckedRequest;

export function issuerPanel(deps: IssuerDeps): IssuerPanel {
  const operations = handlers(deps);
  return (name, body) => {
    const request = checkRequest(name, body, deps.policy);
    const run = operations[name] as (checked: typeof request) => Promise<object>;
    return { device: deviceOf(name, request), answer: () => run(request) };
  };
}
