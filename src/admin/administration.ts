import type { User } from '../accounts/ports/entities.ts';
import { currentRole } from '../accounts/roles.ts';
import { HOUR } from '../conventions/time.ts';
import type { ApprovalDeps } from './approvals/approval.ts';
import { approveApproval } from './approvals/approve-approval.ts';
import type { APPROVAL_METHODS } from './approvals/contract.ts';
import { getApproval } from './approvals/get-approval.ts';
import { listApprovals } from './approvals/list-approvals.ts';
import { refuseApproval } from './approvals/refuse-approval.ts';
import { exportEvents } from './audit-log/export-events.ts';
import { getSeals } from './audit-log/get-seals.ts';
import { listEvents } from './audit-log/list-events.ts';
import { proveEvent } from './audit-log/prove-event.ts';
import { resetSeals } from './audit-log/reset-seals.ts';
import { rotateSealKey } from './audit-log/rotate-seal-key.ts';
import { reloadCatalogue } from './catalogue/reload-catalogue.ts';
import { showCatalogue } from './catalogue/show-catalogue.ts';
import { changeOAuthClient } from './clients/change-oauth-client.ts';
import { createOAuthClient } from './clients/create-oauth-client.ts';
import { deleteOAuthClient } from './clients/delete-oauth-client.ts';
import { getOAuthClient } from './clients/get-oauth-client.ts';
import { listOAuthClients } from './clients/list-oauth-clients.ts';
import { resetOAuthClientSecret } from './clients/reset-oauth-client-secret.ts';
import { issueCode } from './codes/issue-code.ts';
import { listCodes } from './codes/list-codes.ts';
import { revokeCode } from './codes/revoke-code.ts';
import { type AnyCall, type AnyCalls, conditional } from './conditional.ts';
import { getFindings } from './configuration/get-findings.ts';
import { getSettings } from './configuration/get-settings.ts';
import { startConsole } from './console/start-console.ts';
import { clearAction } from './credentials/clear-action.ts';
import { clearActions } from './credentials/clear-actions.ts';
import { getCredential } from './credentials/get-credential.ts';
import { listCredentials } from './credentials/list-credentials.ts';
import { requireAction } from './credentials/require-action.ts';
import { revokeCredential } from './credentials/revoke-credential.ts';
import type { AdminDeps } from './deps.ts';
import { getDevice } from './devices/get-device.ts';
import { listDevices } from './devices/list-devices.ts';
import { listSilentDevices } from './devices/list-silent-devices.ts';
import { releaseDevice } from './devices/release-device.ts';
import { listDocumentTypes } from './document-types/list-document-types.ts';
import { signSpecimen } from './document-types/sign-specimen.ts';
import { getCounts } from './figures/get-counts.ts';
import { getSeries } from './figures/get-series.ts';
import { checkHolders } from './holders/check-holders.ts';
import { encryptHolders } from './holders/encrypt-holders.ts';
import { eraseHolder } from './holders/erase-holder.ts';
import { getErasureReceipt } from './holders/get-erasure-receipt.ts';
import { getHolder } from './holders/get-holder.ts';
import { getHolderPortrait } from './holders/get-holder-portrait.ts';
import { getHolderRecord } from './holders/get-holder-record.ts';
import { importHolders } from './holders/import-holders.ts';
import { listHolders } from './holders/list-holders.ts';
import { refreshHolder } from './holders/refresh-holder.ts';
import { revokeHolder } from './holders/revoke-holder.ts';
import { searchHolders } from './holders/search-holders.ts';
import { liftHold } from './holds/lift-hold.ts';
import { listHolds } from './holds/list-holds.ts';
import { placeHold } from './holds/place-hold.ts';
import { compromiseKey, getKeyCompromise } from './keys/compromise-key.ts';
import { discardKey } from './keys/discard-key.ts';
import { importKey } from './keys/import-key.ts';
import { listKeys } from './keys/list-keys.ts';
import { requestKey } from './keys/request-key.ts';
import { rotateKey } from './keys/rotate-key.ts';
import { rotateMasterKey } from './keys/rotate-master-key.ts';
import { listNotifications } from './notifications/list-notifications.ts';
import { replayNotification } from './notifications/replay-notification.ts';
import { replayNotifications } from './notifications/replay-notifications.ts';
import type { AdminCall } from './operation.ts';
import { waitingMethods } from './policy/second-person.ts';
import { acceptProofing } from './proofings/accept-proofing.ts';
import { challengeProofing } from './proofings/challenge-proofing.ts';
import { claimNextProofing } from './proofings/claim-next-proofing.ts';
import { claimProofing } from './proofings/claim-proofing.ts';
import { decideProofings } from './proofings/decide-proofings.ts';
import { getProofing } from './proofings/get-proofing.ts';
import { getProofingReview } from './proofings/get-proofing-review.ts';
import { listProofings } from './proofings/list-proofings.ts';
import { rejectProofing } from './proofings/reject-proofing.ts';
import { releaseProofing } from './proofings/release-proofing.ts';
import { resumeProofing } from './proofings/resume-proofing.ts';
import { revokeProofing } from './proofings/revoke-proofing.ts';
import { createPublisher } from './publishers/create-publisher.ts';
import { listChanges } from './publishers/list-changes.ts';
import { listPublishers } from './publishers/list-publishers.ts';
import { changes, type GuardedName, METHOD_NAMES, type MethodName } from './registry.ts';
import { getRequest } from './requests/get-request.ts';
import { listRefusedRequests } from './requests/list-refused-requests.ts';
import { approvableMethods, type GuardedCall, preparations, withSecondPerson } from './second-person.ts';
import { getStatus } from './status/get-status.ts';
import { getStatusListToken } from './status-lists/get-status-list-token.ts';
import { listStatusLists } from './status-lists/list-status-lists.ts';
import { publishStatusLists } from './status-lists/publish-status-lists.ts';
import { issueToken } from './tokens/issue-token.ts';
import { listOAuthKeys } from './tokens/list-oauth-keys.ts';
import { rotateOAuthKeys } from './tokens/rotate-oauth-keys.ts';
import { changeUserPublishers } from './users/change-user-publishers.ts';
import { createUser } from './users/create-user.ts';
import { deleteUser } from './users/delete-user.ts';
import { disableUser } from './users/disable-user.ts';
import { enableUser } from './users/enable-user.ts';
import { endConsoleSession } from './users/end-console-session.ts';
import { findUser } from './users/find-user.ts';
import { getUser } from './users/get-user.ts';
import { listConsoleSessions } from './users/list-console-sessions.ts';
import { listUserPasskeys } from './users/list-user-passkeys.ts';
import { listUsers } from './users/list-users.ts';
import { resetUserPasskeys } from './users/reset-user-passkeys.ts';
import { setUserPassword } from './users/set-user-password.ts';
import { setUserRole } from './users/set-user-role.ts';
import { signOutUser } from './users/sign-out-user.ts';
import { whoAmI } from './users/who-am-i.ts';

/** Every method of the admin interface, ready to be called. */
export type Administration = {
  readonly [Name in MethodName]: Name extends GuardedName ? GuardedCall<Name> : AdminCall<Name>;
};

type ApprovalMethod = keyof typeof APPROVAL_METHODS;
type Calls<Names extends MethodName> = { readonly [Name in Names]: AdminCall<Name> };

/** The methods without the check for a second person. */
function ownCalls({
  issuer,
  keys,
  accounts,
  mediation,
  catalogue,
  noteCatalogue,
  console,
  configuration,
}: AdminDeps): Calls<Exclude<MethodName, ApprovalMethod>> {
  return {
    listDocumentTypes: listDocumentTypes(issuer),
    importHolders: importHolders(issuer),
    checkHolders: checkHolders(issuer),
    encryptHolders: encryptHolders(issuer),
    eraseHolder: eraseHolder(issuer),
    getErasureReceipt: getErasureReceipt(issuer),
    placeHold: placeHold(issuer),
    liftHold: liftHold(issuer),
    listHolds: listHolds(issuer),
    listHolders: listHolders(issuer),
    getHolder: getHolder(issuer),
    searchHolders: searchHolders(issuer),
    getHolderRecord: getHolderRecord(issuer),
    getHolderPortrait: getHolderPortrait(issuer),
    revokeHolder: revokeHolder(issuer),
    refreshHolder: refreshHolder(issuer),
    issueCode: issueCode(issuer),
    listCodes: listCodes(issuer),
    revokeCode: revokeCode(issuer),
    listProofings: listProofings(issuer),
    getProofing: getProofing(issuer),
    getProofingReview: getProofingReview(issuer),
    claimProofing: claimProofing(issuer),
    claimNextProofing: claimNextProofing(issuer),
    releaseProofing: releaseProofing(issuer),
    acceptProofing: acceptProofing(issuer),
    rejectProofing: rejectProofing(issuer),
    challengeProofing: challengeProofing(issuer),
    resumeProofing: resumeProofing(issuer),
    decideProofings: decideProofings(issuer),
    revokeProofing: revokeProofing(issuer),
    listCredentials: listCredentials(issuer),
    getCredential: getCredential(issuer),
    revokeCredential: revokeCredential(issuer),
    requireAction: requireAction(issuer),
    clearActions: clearActions(issuer),
    clearAction: clearAction(issuer),
    listDevices: listDevices(issuer),
    listSilentDevices: listSilentDevices(issuer),
    releaseDevice: releaseDevice(issuer),
    getDevice: getDevice(issuer),
    listNotifications: listNotifications(issuer),
    replayNotification: replayNotification(issuer),
    replayNotifications: replayNotifications(issuer),
    listEvents: listEvents(issuer),
    exportEvents: exportEvents(issuer),
    proveEvent: proveEvent(issuer),
    getSeals: getSeals(issuer),
    rotateSealKey: rotateSealKey(issuer),
    resetSeals: resetSeals(issuer),
    listRefusedRequests: listRefusedRequests(issuer),
    getRequest: getRequest(issuer),
    getCounts: getCounts({ ...issuer, keys }),
    getSeries: getSeries(issuer),
    signSpecimen: signSpecimen(issuer),
    listStatusLists: listStatusLists(issuer),
    getStatusListToken: getStatusListToken(issuer),
    publishStatusLists: publishStatusLists(issuer),
    listKeys: listKeys(keys),
    rotateKey: rotateKey(keys),
    rotateMasterKey: rotateMasterKey(issuer),
    requestKey: requestKey(keys),
    importKey: importKey(keys),
    discardKey: discardKey(keys),
    compromiseKey: compromiseKey({ ...keys, issuer }),
    getKeyCompromise: getKeyCompromise({ ...keys, issuer }),
    whoAmI: whoAmI(accounts),
    createUser: createUser(accounts),
    listUsers: listUsers(accounts),
    findUser: findUser(accounts),
    getUser: getUser(accounts),
    changeUserPublishers: changeUserPublishers(accounts),
    setUserRole: setUserRole(accounts),
    setUserPassword: setUserPassword(accounts),
    disableUser: disableUser(accounts),
    enableUser: enableUser(accounts),
    listConsoleSessions: listConsoleSessions(accounts),
    listUserPasskeys: listUserPasskeys(accounts),
    resetUserPasskeys: resetUserPasskeys(accounts),
    endConsoleSession: endConsoleSession(accounts),
    signOutUser: signOutUser(accounts),
    deleteUser: deleteUser(accounts),
    createOAuthClient: createOAuthClient(accounts),
    listOAuthClients: listOAuthClients(accounts),
    getOAuthClient: getOAuthClient(accounts),
    changeOAuthClient: changeOAuthClient(accounts),
    resetOAuthClientSecret: resetOAuthClientSecret(accounts),
    deleteOAuthClient: deleteOAuthClient(accounts),
    issueToken: issueToken(accounts),
    startConsole: startConsole({ ...accounts, address: console }),
    listOAuthKeys: listOAuthKeys(accounts),
    rotateOAuthKeys: rotateOAuthKeys(accounts),
    createPublisher: createPublisher(mediation),
    listPublishers: listPublishers(mediation),
    listChanges: listChanges(mediation),
    showCatalogue: showCatalogue(catalogue),
    reloadCatalogue: reloadCatalogue({ catalogue, noteCatalogue }),
    getSettings: getSettings(configuration),
    getFindings: getFindings(configuration),
    getStatus: getStatus(configuration),
  };
}

function approvalCalls(deps: ApprovalDeps): Calls<ApprovalMethod> {
  return {
    listApprovals: listApprovals(deps),
    getApproval: getApproval(deps),
    approveApproval: approveApproval(deps),
    refuseApproval: refuseApproval(deps),
  };
}

/** Every method. Those that the settings name wait for a second person. */
function unconditional(deps: AdminDeps): Administration {
  const { store, clock, random } = deps.issuer;
  const { confirmRole, policy, accounts } = deps;
  const { names } = deps.issuer;
  const calls = ownCalls(deps);
  const waits = policy.approvalHours * HOUR;
  const people = {
    roleOf: (user: User) => currentRole(accounts.policy, user),
    confirmRole,
    areOfOrganisation: policy.secondPersonOfOrganisation,
  };
  const approvals = { store, clock, random, methods: approvableMethods(calls), people, waits, names };
  const waiting = waitingMethods(policy.secondPerson);
  return {
    ...calls,
    ...approvalCalls(approvals),
    ...withSecondPerson({ waiting, calls, preparations: preparations(deps), approvals }),
  };
}

/** The admin interface. Callers may make changes conditional. */
export function administration(deps: AdminDeps): Administration {
  const make = (others: AdminDeps) => unconditional(others) as AnyCalls;
  const calls = make(deps);
  const conditioned = METHOD_NAMES.filter(changes).map((name): readonly [MethodName, AnyCall] => {
    const call = conditional(deps, make, name);
    return [name, (request, caller) => (caller.conditions ? call : calls[name])(request, caller)];
  });
  return { ...calls, ...Object.fromEntries(conditioned) } as Administration;
}
