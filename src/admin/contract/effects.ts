import type { EventOf, Subject } from '../../audit/entry.ts';

/** An event of the audit log with its subject, such as `credential.revoke`. */
export type AuditEvent = { [Of in Subject]: `${Of}.${EventOf<Of>}` }[Subject];

/**
 * The groups of `admin.secondPerson`. A group is effects, not methods: what one method does after an approval, another
 * one must not do alone.
 */
export const SECOND_PERSON_EFFECTS = {
  holders: [
    'holder.create',
    'holder.update',
    'holder.revoke',
    'holder.erase',
    'legalHold.place',
    'legalHold.lift',
  ],
  codes: ['code.create'],
  credentials: ['credential.revoke', 'statusLists.publish'],
  keys: [
    'key.import',
    'key.startRotation',
    'key.finishRotation',
    'key.discard',
    'key.compromise',
    'key.rotateSealKey',
    'key.resetSeals',
    'recordKey.rotate',
    'tokenKey.rotate',
  ],
  roles: ['user.setRole', 'user.disable', 'user.enable', 'user.resetPasskeys', 'user.delete'],
} as const satisfies Readonly<Record<string, readonly AuditEvent[]>>;

export type SecondPersonGroup = keyof typeof SECOND_PERSON_EFFECTS;
export type GuardedEvent = (typeof SECOND_PERSON_EFFECTS)[SecondPersonGroup][number];

export const SECOND_PERSON_GROUPS = Object.keys(SECOND_PERSON_EFFECTS) as readonly SecondPersonGroup[];

/**
 * Callers in a browser must have proven their password, and people of an organisation who they are, in the last minutes
 * before one of these.
 */
export const STEP_UP_EFFECTS: ReadonlySet<AuditEvent> = new Set<AuditEvent>([
  'holder.revoke',
  'holder.erase',
  'legalHold.lift',
  'code.revoke',
  'proofing.revoke',
  'approval.approve',
  'approval.allow',
  'key.request',
  'user.create',
  'user.invite',
  'user.changePublishers',
  'user.setPassword',
  'oauthClient.create',
  'oauthClient.update',
  'oauthClient.resetSecret',
  'oauthClient.delete',
  'token.issue',
  ...SECOND_PERSON_EFFECTS.credentials,
  ...SECOND_PERSON_EFFECTS.keys,
  ...SECOND_PERSON_EFFECTS.roles,
]);
