import type { Actor } from '../ports/entities.ts';
import { clearAction, requireAction, revokeCredential } from './change-credentials.ts';
import { checkHolders } from './check-holders.ts';
import { listCodes, revokeCode } from './codes.ts';
import type { AdminMethodName, AdminRequest, AdminResponse } from './contract/index.ts';
import {
  acceptProofing,
  challengeProofing,
  rejectProofing,
  resumeProofing,
  revokeProofing,
} from './decide-proofing.ts';
import { getDevice, listDevices } from './devices.ts';
import { listDocumentTypes } from './document-types.ts';
import { eraseHolder } from './erase-holder.ts';
import { listEvents } from './events.ts';
import { exportEvents } from './export-events.ts';
import { importHolders } from './import-holders.ts';
import { issueCode } from './issue-code.ts';
import {
  getCredential,
  getHolder,
  getProofing,
  listCredentials,
  listHolders,
  listProofings,
} from './lists.ts';
import { listNotifications, replayNotification } from './notifications.ts';
import type { AdministrationDeps } from './operation.ts';
import { refreshHolder } from './refresh-holder.ts';
import { getRequest } from './requests.ts';
import { revokeHolder } from './revoke-holder.ts';
import { getSeals, resetSeals, rotateSealKey } from './seals.ts';
import { signSpecimen } from './sign-specimen.ts';

export {
  ADMIN_METHODS,
  type AdminResponse,
  EXPLAINED_KINDS,
  HolderImport,
  KEY_CHANGE_REASONS,
  RESET_REASONS,
} from './contract/index.ts';

export { recordsDigest } from './import-holders.ts';
export { issuerPreparations } from './preparations.ts';

export type IssuerAdministration = {
  readonly [Name in AdminMethodName]: (
    request: AdminRequest<Name>,
    actor: Actor,
  ) => Promise<AdminResponse<Name>>;
};

/** The issuer's own side: what an operator does around the twelve operations. */
export function issuerAdministration(deps: AdministrationDeps): IssuerAdministration {
  return {
    listDocumentTypes: listDocumentTypes(deps),
    importHolders: importHolders(deps),
    checkHolders: checkHolders(deps),
    eraseHolder: eraseHolder(deps),
    listHolders: listHolders(deps),
    getHolder: getHolder(deps),
    revokeHolder: revokeHolder(deps),
    refreshHolder: refreshHolder(deps),
    issueCode: issueCode(deps),
    listCodes: listCodes(deps),
    revokeCode: revokeCode(deps),
    listProofings: listProofings(deps),
    getProofing: getProofing(deps),
    acceptProofing: acceptProofing(deps),
    rejectProofing: rejectProofing(deps),
    challengeProofing: challengeProofing(deps),
    resumeProofing: resumeProofing(deps),
    revokeProofing: revokeProofing(deps),
    listCredentials: listCredentials(deps),
    getCredential: getCredential(deps),
    revokeCredential: revokeCredential(deps),
    requireAction: requireAction(deps),
    clearAction: clearAction(deps),
    listDevices: listDevices(deps),
    getDevice: getDevice(deps),
    listNotifications: listNotifications(deps),
    replayNotification: replayNotification(deps),
    listEvents: listEvents(deps),
    exportEvents: exportEvents(deps),
    getSeals: getSeals(deps),
    rotateSealKey: rotateSealKey(deps),
    resetSeals: resetSeals(deps),
    getRequest: getRequest(deps),
    signSpecimen: signSpecimen(deps),
  };
}
