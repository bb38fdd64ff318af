import { reasonsOf } from './reason.ts';

const invalid = reasonsOf('INVALID_ARGUMENT');
const precondition = reasonsOf('FAILED_PRECONDITION');
const unauthenticated = reasonsOf('UNAUTHENTICATED');
const denied = reasonsOf('PERMISSION_DENIED');

const NEW_TOKEN = 'Get a new access token from `/oauth/token`.';
const VIOLATIONS = 'Each violation names a member and what it must be.';

/** Reasons of the mediation interface and of its access tokens. */
export const MEDIATION_REASONS = {
  CREDENTIALS_MISSING: unauthenticated(
    'The request has no access token.',
    'Send `Authorization: Bearer <token>`.',
  ),
  ACCESS_TOKEN_TYPE_UNSUPPORTED: unauthenticated('The token is not a JWT of a known issuer.', NEW_TOKEN),
  ACCESS_TOKEN_INVALID: unauthenticated(
    'The signature, issuer, audience or type of the token is wrong.',
    NEW_TOKEN,
  ),
  ACCESS_TOKEN_EXPIRED: unauthenticated('The token has expired.', NEW_TOKEN),
  ACCESS_TOKEN_REVOKED: unauthenticated('The token was revoked.', 'Sign in again and allow access.'),
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: denied(
    'The token does not have the scope that the method needs.',
    'Ask for a token with the scope that `WWW-Authenticate` of the answer names.',
  ),
  PUBLISHER_NOT_GRANTED: denied(
    'The token gives no access to the publisher.',
    'Let the user allow access to the publisher, or make the user a member of it.',
  ),
  PERMISSION_DENIED: denied(
    'The caller has no access to the publisher, whether it exists or not.',
    'Use an account that `accounts.list` returns.',
  ),
  ISSUER_UNREACHABLE: reasonsOf('UNAVAILABLE')(
    'The keys of an external identity provider cannot be read, so its tokens cannot be checked.',
    'Try again; check the connection to the provider in `oauth.issuers`.',
  ),
  NOT_FOUND: reasonsOf('NOT_FOUND')(
    'The publisher, ad source, group, revision or experiment does not exist.',
    'Take names from the list methods.',
  ),
  INVALID_ACCOUNT: invalid('The account in the path is not `pub-` and 16 digits.', 'Correct the path.'),
  INVALID_APP: invalid('The app is not valid.', VIOLATIONS),
  INVALID_SERVING_KEY: invalid('The serving key is not valid.', VIOLATIONS),
  TOO_MANY_SERVING_KEYS: precondition(
    'The app has as many serving keys as it may have.',
    'Revoke a key that no version of the app uses.',
  ),
  SERVING_KEY_REVOKED: denied('The serving key was revoked.', 'Use a key of the app that is not revoked.'),
  SNAPSHOT_TOO_LARGE: precondition(
    'The configuration of the app is too large for a snapshot, and none was served before.',
    'Take ad units out of groups, or lines out of groups; the log of the server names the limit.',
  ),
  INVALID_RESOLVE_REQUEST: invalid('A parameter of the resolve request is not valid.', VIOLATIONS),
  INVALID_AD_UNIT: invalid('The ad unit is not valid.', VIOLATIONS),
  INVALID_AD_UNIT_MAPPING: invalid('An ad unit mapping is not valid.', VIOLATIONS),
  INVALID_MEDIATION_GROUP: invalid('The mediation group is not valid.', VIOLATIONS),
  INVALID_EXPERIMENT: invalid('The experiment is not valid.', VIOLATIONS),
  INVALID_STATISTICS: invalid(
    'The batch of statistics is not valid.',
    'Each violation names a member and what it must be; wrong rows are answered one by one instead.',
  ),
  INVALID_VARIANT_CHOICE: invalid(
    '`variantChoice` is missing or unknown.',
    'Send `VARIANT_CHOICE_A` or `VARIANT_CHOICE_B`.',
  ),
  EXPERIMENT_RUNNING: precondition(
    'An experiment runs in the mediation group.',
    'Stop the experiment first.',
  ),
  GROUP_ARCHIVED: precondition(
    'The mediation group is archived.',
    'Unarchive it first: `POST …/mediationGroups/{id}:unarchive`.',
  ),
  REVISION_NOT_KEPT: precondition(
    'The group was so large in this revision that the audit log has only a digest of it.',
    'Take another revision.',
  ),
  CONFIGURATION_TOO_LARGE: precondition(
    'The publisher has more groups, mappings or ad units than one request can check.',
    'Use `diptych mediation lint`, which checks them on your machine.',
  ),
  NO_EXPERIMENT_RUNNING: precondition('No experiment runs in the mediation group.', 'There is none to stop.'),
  INVALID_REPORT_SPEC: invalid('The specification of a report breaks a rule.', VIOLATIONS),
  REPORT_TOO_LARGE: invalid(
    'The report has too many rows to be added up in memory.',
    'Use fewer dimensions, more filters, or the dimension DATE.',
  ),
  TOO_MANY_REPORTS: reasonsOf('RESOURCE_EXHAUSTED')(
    'Too many reports or checks by lint are being made or read at the same time.',
    'Read the answers that were asked for, then try again.',
  ),
  MALFORMED_BATCH: invalid(
    'The batch is not `multipart/mixed` with one HTTP request in each part.',
    'Correct the part that the message of the answer names.',
  ),
  BATCH_PART_ELSEWHERE: invalid(
    'A part of the batch is a request to another interface, or is itself a batch.',
    'Send such a request alone.',
  ),
  BATCH_ANSWERS_TOO_LARGE: reasonsOf('RESOURCE_EXHAUSTED')(
    'The answers to earlier parts of the batch are too large; this part was not executed.',
    'Send it in another batch.',
  ),
} as const;
