import type { IssuerDeps } from '../deps.ts';
import type { Actor } from '../ports/entities.ts';
import { clearAction, requireAction, revokeCredential } from './changeCredentials.ts';
import type { AdminMethodName, AdminRequest, AdminResponse } from './contract.ts';
import {
  acceptProofing,
  challengeProofing,
  rejectProofing,
  resumeProofing,
  revokeProofing,
} from './decideProofing.ts';
import { importHolders } from './importHolders.ts';
import { issueCode } from './issueCode.ts';
import {
  getCredential,
  getHolder,
  getProofing,
  listCredentials,
  listHolders,
  listProofings,
} from './lists.ts';
import { revokeHolder } from './revokeHolder.ts';

export { ADMIN_METHODS, type AdminResponse, type HolderImport } from './contract.ts';

export type IssuerAdministration = {
  readonly [Name in AdminMethodName]: (
    request: AdminRequest<Name>,
    actor: Actor,
  ) => Promise<AdminResponse<Name>>;
};

/** The issuer's own side: what an operator does around the twelve operations. */
export function issuerAdministration(deps: IssuerDeps): IssuerAdministration {
  return {
    importHolders: importHolders(deps),
    listHolders: listHolders(deps),
    getHolder: getHolder(deps),
    revokeHolder: revokeHolder(deps),
    issueCode: issueCode(deps),
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
  };
}
