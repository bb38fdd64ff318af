import { reasonsOf } from './reason.ts';

const invalid = reasonsOf('INVALID_ARGUMENT');
const precondition = reasonsOf('FAILED_PRECONDITION');
const notFound = reasonsOf('NOT_FOUND');
const exists = reasonsOf('ALREADY_EXISTS');
const denied = reasonsOf('PERMISSION_DENIED');

/** Reasons of the admin interface. */
export const ADMIN_REASONS = {
  TOKEN_INVALID: reasonsOf('UNAUTHENTICATED')(
    'The request has no valid token.',
    'Sign in with `diptych login`, or use `admin.token` of the data folder.',
  ),
  BREAK_GLASS_CLOSED: reasonsOf('UNAUTHENTICATED')(
    "An organisation's sign-in is configured, so the admin token works only while break glass is open, and only on the machine of the server.",
    'Sign in: `diptych login`. In an emergency, on that machine: `diptych break-glass open`.',
  ),
  ROLE_UNCONFIRMED: reasonsOf('UNAUTHENTICATED')(
    "The provider of the caller's organisation has not confirmed the role for an hour.",
    'Sign in again: `diptych login`.',
  ),
  SIGN_IN_TOO_OLD: reasonsOf('UNAUTHENTICATED')(
    'The action needs a recent sign-in, and the caller proved who they are more than 15 minutes ago. `WWW-Authenticate` names the longest age in seconds (RFC 9470).',
    'Sign in again: `diptych login`. A console asks for the passkey or the password.',
  ),
  USER_OF_ORGANISATION: precondition(
    'The user signs in by an organisation, whose provider decides the role; such users have no password and no publisher accounts.',
    'Change the groups of the person at the provider, or the role table `signIn.organisations`.',
  ),
  ROLE_INSUFFICIENT: denied(
    'The method needs a higher role than that of the caller.',
    'Ask an administrator for it: `diptych users role`.',
  ),
  SIGN_IN_NEEDED: denied(
    'Approvals need a signed-in user; the admin token belongs to none.',
    'Sign in as a user: `diptych login`.',
  ),
  SECOND_PERSON_NEEDED: denied(
    'The caller made the request, so another person must decide.',
    'Another person approves: `diptych approvals approve`.',
  ),
  REQUEST_INVALID: invalid('The request does not fit the method.', 'Each violation names a member.'),
  ORDER_INVALID: invalid('`orderBy` names a field that the list cannot be sorted by.', 'Correct it.'),
  DETAIL_INVALID: invalid(
    'A detail of the decision is wrong or missing.',
    'Correct the member that the violation names.',
  ),
  ACTION_INVALID: invalid(
    'The required action of a credential is wrong.',
    'Correct the member that the violation names.',
  ),
  INVALID_PUBLISHER: invalid(
    'A member of the publisher is not valid.',
    'Correct the member that the violation names.',
  ),
  HOLD_NOT_FOUND: notFound('There is no legal hold with this id.', 'List them: `diptych holds list`.'),
  HOLDER_NOT_FOUND: notFound('There is no holder with this id.', 'List them: `diptych holders list`.'),
  ERASURE_NOT_FOUND: notFound(
    'No holder with this id was erased, or the audit log does not have the erasure any longer.',
    'Look for it: `diptych events list --subject holder --event erase`.',
  ),
  HOLDER_NOT_ERASED: precondition(
    'There is a holder with this id: it was not erased, or was imported again afterwards.',
    'Erase it, or name the id of the erasure.',
  ),
  EVENT_NOT_FOUND: notFound('The audit log has no event with this id.', 'List them: `diptych events list`.'),
  EVENT_NOT_SEALED: precondition('No seal covers the event: it is too new.', 'Try again in ten minutes.'),
  PORTRAIT_NOT_FOUND: notFound('The record of the holder has no portrait.', 'Look at the record.'),
  DEVICE_NOT_FOUND: notFound('There is no device with this id.', 'List them: `diptych devices list`.'),
  PROOFING_NOT_FOUND: notFound('There is no proofing with this id.', 'List them: `diptych proofings list`.'),
  CREDENTIAL_NOT_FOUND: notFound(
    'There is no credential with this id.',
    'List them: `diptych credentials list`.',
  ),
  STATUS_LIST_NOT_FOUND: notFound(
    'No status list with this name is published.',
    'List them: `diptych status-lists list`.',
  ),
  CODE_NOT_FOUND: notFound('There is no code with this id.', 'List them: `diptych codes list`.'),
  APPROVAL_NOT_FOUND: notFound('There is no approval with this id.', 'List them: `diptych approvals list`.'),
  USER_NOT_FOUND: notFound('There is no user with this id or email.', 'List them: `diptych users list`.'),
  CLIENT_NOT_FOUND: notFound(
    'There is no OAuth client with this id.',
    'List them: `diptych oauth clients list`.',
  ),
  KEY_NOT_FOUND: notFound('There is no key with this id.', 'List them: `diptych keys list`.'),
  REQUEST_NOT_FOUND: notFound(
    'No request, error or subject has this id.',
    'Compare the id; requests are kept for `retention.requestDays`.',
  ),
  DOCUMENT_TYPE_NOT_FOUND: notFound(
    'This document type is not served.',
    'Name one of `issuer.documentTypes`.',
  ),
  USER_EXISTS: exists('There is a user with this email.', 'Change that user, or use another email.'),
  USER_DISABLED: precondition('The user is disabled.', 'Enable the user first: `diptych users enable`.'),
  PUBLISHER_EXISTS: exists('There is a publisher with this id.', 'Use another id.'),
  NO_STATUS_SIGNER: precondition(
    'No key signs status lists.',
    'Make one: `diptych keys rotate statusSigner`, then the same with `--finish`.',
  ),
  INVALID_STATE: precondition(
    'The state of the resource does not allow the change, or it was made already.',
    'The message of the answer says when and by whom, and what is possible now.',
  ),
  PROOFING_CLAIMED: precondition(
    'Another operator has claimed the proofing.',
    'Take another one, or claim it with `takeOver`.',
  ),
  APPROVAL_NOT_AWAITED: precondition(
    'The approval was decided already, or has expired.',
    'Send the original request again.',
  ),
  REQUESTER_NOT_ALLOWED: precondition('The requester no longer has the role.', 'Refuse the approval.'),
  METHOD_UNKNOWN: precondition(
    'This version does not have the method that waits for approval.',
    'Refuse the approval.',
  ),
  RECORD_INVALID: reasonsOf('INVALID_ARGUMENT', 'FAILED_PRECONDITION')(
    'A record does not fit its document type, is revoked, or has expired.',
    'Correct the record; a proofing about it can only be rejected.',
  ),
  RECORDS_IN_TABLE: precondition(
    'Records are in the built-in table, so there is no system of record to ask.',
    'Import the changed record.',
  ),
  RECORDS_UNAVAILABLE: reasonsOf('UNAVAILABLE')(
    'The system of record gives no usable answer.',
    'Look up the cause in the log of the server and try again.',
  ),
  RECORD_REFUSED: precondition(
    'The system of record has no valid record of the holder.',
    'Correct the record there.',
  ),
  DOCUMENT_TYPE_DIFFERS: precondition(
    'The document type of a holder cannot change.',
    'Import the record as another holder.',
  ),
  HOLDER_HELD: precondition(
    'A legal hold forbids erasing the holder.',
    'See `diptych holds list`. When the hold is no longer needed, lift it: `diptych holds lift ID`.',
  ),
  HOLDER_REVOKED: precondition(
    'The holder is revoked, and gets no codes.',
    'A revocation is final; import the person as another holder.',
  ),
  CODE_USED: precondition('The code was used already.', 'Decide its proofing, or revoke its credential.'),
  CODES_ISSUED_ELSEWHERE: precondition('The system of record issues the codes.', 'Issue the code there.'),
  CHALLENGE_NOT_ALLOWED: precondition(
    'The proofing does not allow this challenge.',
    'Accept or reject it, or send another challenge.',
  ),
  MAX_PROVISIONINGS_REACHED: precondition(
    'The holder has the document on as many devices as the policy allows.',
    'Reject the proofing, or revoke the credential of another device.',
  ),
  NOTIFICATIONS_OFF: precondition('No wallet platform is notified.', 'Set `issuer.notifications.url`.'),
  NO_SPECIMEN: precondition(
    'No specimen of the document type can be made.',
    'The message of the answer names what the document type lacks.',
  ),
  SIGNER_NOT_VALID: precondition(
    'The document signer certificate is not valid now.',
    'Rotate the document signer: `diptych keys rotate`.',
  ),
  KEY_WAS_USED: precondition(
    'The key has signed, so it cannot be discarded.',
    'End it by a rotation: `diptych keys rotate`.',
  ),
  KEY_DISCARDED: precondition('The key of the certificate was discarded.', 'Certify another key.'),
  KEY_REGISTERED: exists('The key of the certificate is registered already.', 'Certify another key.'),
  KEYS_ARE_MADE_IN_THE_TOKEN: precondition(
    'Private keys cannot be imported into a PKCS#11 token.',
    'Make the key in the token: `diptych keys request`.',
  ),
  PRIVATE_KEY_CANNOT_WAIT: precondition(
    'Requests that wait for a second person are stored, so they must not contain a private key.',
    'Make the key here: `diptych keys request`.',
  ),
  CERTIFICATE_INVALID: invalid(
    'The certificate of the document signer, or its private key, cannot be used.',
    'Each violation names a clause.',
  ),
  ROTATION_STATE: precondition(
    'The rotation cannot start or end now.',
    'The message of the answer says what to do before.',
  ),
  KEY_CUSTODY: reasonsOf('UNAVAILABLE')(
    'A key, or the place where keys are kept, cannot be used.',
    'The message of the answer names the key or token; `diptych doctor` checks it.',
  ),
  SEALS_BROKEN: precondition(
    'The seals of the audit log do not verify, or their key is missing.',
    'Find out why: `diptych events verify`. Then `diptych seals reset`.',
  ),
  SEALS_WHOLE: precondition('The seals verify, so there is nothing to reset.', 'Use `diptych seals rotate`.'),
  NO_SEALS: precondition('Nothing was sealed yet.', 'Wait for the first seal; it makes the key.'),
  SEALED_MEANWHILE: reasonsOf('ABORTED')('Another process made a seal at the same time.', 'Try again.'),
  MASTER_MADE_MEANWHILE: reasonsOf('ABORTED')(
    'Another process made a master key at the same time.',
    'Look at `diptych events list --subject recordKey`, and try again if another one is needed.',
  ),
  SEAL_KEY_SET: precondition(
    '`audit.sealKey` names the key of the seals.',
    'Remove the setting, restart, reset the seals, and set the new key.',
  ),
  ROLE_NEEDS_SECOND_PERSON: precondition(
    'Giving a role needs a second person.',
    'Create the user without a role, then `diptych users role`.',
  ),
  LAST_ADMINISTRATOR: precondition(
    'No administrator would be left.',
    'Make another administrator first: `diptych users role`.',
  ),
  ORGANISATION_NEEDED: denied(
    '`admin.secondPersonOfOrganisation` is set, so only people who sign in by an organisation request and approve.',
    'Sign in by your organisation.',
  ),
  PASSWORD_NOT_OWN: precondition(
    'An administrator set the password, and the user has not chosen a new one.',
    'The user must first sign in and choose a new password.',
  ),
  CLIENT_PUBLIC: precondition('A public OAuth client has no secret.', 'Create another client.'),
  CATALOGUE_INVALID: precondition(
    'The catalogue file has errors; the one in use stays.',
    'Each violation names a line of the file.',
  ),
  SIGN_INS_QUEUED: reasonsOf('RESOURCE_EXHAUSTED')(
    'Too many sign-ins or new passwords at once.',
    'Try again after some seconds.',
  ),
} as const;
