import type { ApprovalDeps, WaitingMethod } from './approvals/approval.ts';
import { askForApproval } from './approvals/ask-for-approval.ts';
import type { ApprovalView } from './approvals/contract.ts';
import { prepareResetSeals } from './audit-log/reset-seals.ts';
import { prepareRotateSealKey } from './audit-log/rotate-seal-key.ts';
import { prepareIssueCode } from './codes/issue-code.ts';
import { prepareRevokeCredential } from './credentials/revoke-credential.ts';
import type { AdminDeps } from './deps.ts';
import { prepareReleaseDevice } from './devices/release-device.ts';
import { prepareForHolder } from './holders/holder.ts';
import { prepareImportHolders } from './holders/import-holders.ts';
import { prepareLiftHold } from './holds/lift-hold.ts';
import { preparePlaceHold } from './holds/place-hold.ts';
import { prepareCompromiseKey } from './keys/compromise-key.ts';
import { prepareDiscardKey } from './keys/discard-key.ts';
import { prepareImportKey } from './keys/import-key.ts';
import { prepareRotateKey } from './keys/rotate-key.ts';
import { prepareRotateMasterKey } from './keys/rotate-master-key.ts';
import type { AdminCall, Caller, Preparation } from './operation.ts';
import { GUARDED_NAMES } from './policy/second-person.ts';
import {
  type AdminRequest,
  type AdminResponse,
  type GuardedName,
  type MethodName,
  methodNamed,
} from './registry.ts';
import { preparePublishStatusLists } from './status-lists/publish-status-lists.ts';
import { prepareSetUserRole } from './users/set-user-role.ts';
import { withUserId } from './users/user.ts';

type Preparations = { readonly [Name in GuardedName]: Preparation<Name> };

/** The checks of each method that run before its request waits for a second person. */
export function preparations({ issuer, keys, accounts }: AdminDeps): Preparations {
  return {
    importHolders: prepareImportHolders(issuer),
    revokeHolder: prepareForHolder(issuer),
    refreshHolder: prepareForHolder(issuer),
    eraseHolder: prepareForHolder(issuer),
    placeHold: preparePlaceHold(issuer),
    releaseDevice: prepareReleaseDevice(issuer),
    liftHold: prepareLiftHold(issuer),
    issueCode: prepareIssueCode(issuer),
    revokeCredential: prepareRevokeCredential(issuer),
    publishStatusLists: preparePublishStatusLists(issuer),
    rotateSealKey: prepareRotateSealKey(issuer),
    resetSeals: prepareResetSeals(issuer),
    rotateKey: prepareRotateKey(keys),
    rotateMasterKey: prepareRotateMasterKey(issuer),
    importKey: prepareImportKey(keys),
    discardKey: prepareDiscardKey(keys),
    compromiseKey: prepareCompromiseKey(keys),
    setUserRole: prepareSetUserRole(accounts),
    disableUser: withUserId(accounts),
    enableUser: withUserId(accounts),
    deleteUser: withUserId(accounts),
    resetUserPasskeys: withUserId(accounts),
    rotateOAuthKeys: async (request) => request,
  };
}

/** Returned in place of an answer if the request waits for a second person and nothing was done. */
export class PendingApproval {
  readonly approval: ApprovalView;

  constructor(approval: ApprovalView) {
    this.approval = approval;
  }
}

/** A method whose requests may have to wait for a second person. */
export type GuardedCall<Name extends MethodName> = (
  request: AdminRequest<Name>,
  caller: Caller,
) => Promise<AdminResponse<Name> | PendingApproval>;

/** The methods that can wait for a second person. */
export type GuardedCalls = { readonly [Name in GuardedName]: AdminCall<Name> };

function waitingMethod<Name extends GuardedName>(name: Name, calls: GuardedCalls): WaitingMethod {
  const call: AdminCall<Name> = calls[name];
  return {
    run: (kept, caller) => call(JSON.parse(kept) as AdminRequest<Name>, caller),
    whenApproved: methodNamed(name).whenApproved,
  };
}

/** The methods that an approval can run, by name. */
export function approvableMethods(calls: GuardedCalls): ReadonlyMap<MethodName, WaitingMethod> {
  return new Map(GUARDED_NAMES.map((name) => [name, waitingMethod(name, calls)]));
}

interface Parts {
  /** The methods that the settings name. */
  readonly waiting: ReadonlySet<GuardedName>;
  readonly calls: GuardedCalls;
  readonly preparations: Preparations;
  readonly approvals: ApprovalDeps;
}

/** Wraps a method that needs a second person: it checks the request and asks for approval. */
function guarded<Name extends GuardedName>(
  name: Name,
  { waiting, calls, preparations, approvals }: Parts,
): GuardedCall<Name> {
  const call: AdminCall<Name> = calls[name];
  const prepare: Preparation<Name> = preparations[name];
  if (!waiting.has(name)) return call;
  return async (request, caller) => {
    const kept = await prepare(request);
    if (kept === undefined) return call(request, caller);
    const run = (both: Caller) => call(request, both);
    const asked = await askForApproval(approvals, { method: name, kept, caller, run });
    return 'awaited' in asked ? new PendingApproval(asked.awaited) : asked.response;
  };
}

/** All methods that `admin.secondPerson` can name. Those that it names are wrapped. */
export function withSecondPerson(parts: Parts): { readonly [Name in GuardedName]: GuardedCall<Name> } {
  return {
    importHolders: guarded('importHolders', parts),
    revokeHolder: guarded('revokeHolder', parts),
    refreshHolder: guarded('refreshHolder', parts),
    eraseHolder: guarded('eraseHolder', parts),
    placeHold: guarded('placeHold', parts),
    releaseDevice: guarded('releaseDevice', parts),
    liftHold: guarded('liftHold', parts),
    issueCode: guarded('issueCode', parts),
    revokeCredential: guarded('revokeCredential', parts),
    publishStatusLists: guarded('publishStatusLists', parts),
    rotateSealKey: guarded('rotateSealKey', parts),
    resetSeals: guarded('resetSeals', parts),
    rotateKey: guarded('rotateKey', parts),
    rotateMasterKey: guarded('rotateMasterKey', parts),
    importKey: guarded('importKey', parts),
    discardKey: guarded('discardKey', parts),
    compromiseKey: guarded('compromiseKey', parts),
    setUserRole: guarded('setUserRole', parts),
    disableUser: guarded('disableUser', parts),
    enableUser: guarded('enableUser', parts),
    deleteUser: guarded('deleteUser', parts),
    resetUserPasskeys: guarded('resetUserPasskeys', parts),
    rotateOAuthKeys: guarded('rotateOAuthKeys', parts),
  };
}
