import type { Actor } from '../issuer/model/index.ts';
import { exportEvents } from './audit-log/export-events.ts';
import { listEvents } from './audit-log/list-events.ts';
import { getSeals, resetSeals, rotateSealKey } from './audit-log/seals.ts';
import { listCodes, revokeCode } from './codes/codes.ts';
import { issueCode } from './codes/issue-code.ts';
import { clearAction, requireAction, revokeCredential } from './credentials/change-credentials.ts';
import { getDevice, listDevices } from './devices/devices.ts';
import { listDocumentTypes } from './document-types/list-document-types.ts';
import { checkHolders } from './holders/check-holders.ts';
import { eraseHolder } from './holders/erase-holder.ts';
import { importHolders } from './holders/import-holders.ts';
import { refreshHolder } from './holders/refresh-holder.ts';
import { revokeHolder } from './holders/revoke-holder.ts';
import type { AdminMethodName, AdminRequest, AdminResponse } from './issuer-contract.ts';
import {
  getCredential,
  getHolder,
  getProofing,
  listCredentials,
  listHolders,
  listProofings,
} from './lists.ts';
import { listNotifications, replayNotification } from './notifications/notifications.ts';
import type { AdministrationDeps } from './operation.ts';
import {
  acceptProofing,
  challengeProofing,
  rejectProofing,
  resumeProofing,
  revokeProofing,
} from './proofings/decide-proofing.ts';
import { getRequest } from './requests/get-request.ts';
import { signSpecimen } from './specimens/sign-specimen.ts';

export { recordsDigest } from './holders/import-holders.ts';
export {
  ADMIN_METHODS,
  type AdminResponse,
  EXPLAINED_KINDS,
  HolderImport,
  KEY_CHANGE_REASONS,
  RESET_REASONS,
} from './issuer-contract.ts';
export { issuerPreparations } from './issuer-preparations.ts';

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
