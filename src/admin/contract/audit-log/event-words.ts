import type { EventOf, Subject } from '../../../audit/entry.ts';

type Sentences = { readonly [Of in Subject]: { readonly [Event in EventOf<Of>]: string } };

/**
 * The sentence of each event. `SLOTS` in sentences.ts fills the names in braces from the entry. A part in square brackets is left
 * out if one of its names has no value. The reason follows after a colon, so no sentence has one of its own.
 */
export const SENTENCES: Sentences = {
  device: {
    register: '{who} registered {it}',
    replaceNonce: '{who} began the registration of {it}',
  },
  proofing: {
    create: '{who} sent {it}',
    accept: '{who} accepted {it}',
    reject: '{who} rejected {it}',
    challenge: '{who} challenged {it}',
    resume: '{who} reopened {it}',
    cancel: '{who} canceled {it}',
    revoke: '{who} revoked {it}',
    expire: '{it} expired',
    replaceKey: '{it} ended because the device has a new key',
    claim: '{who} began the review of {it}',
    takeOver: '{who} took over the review of {it}',
    release: '{who} gave {it} back to the queue',
    notifyAgain: '{who} sent the notification about {it} again',
    stopNotifying: 'The notification about {it} was given up after several attempts',
  },
  credential: {
    create: '{who} fetched {it}',
    provision: '{who} provisioned {it}',
    prove: '{who} proved that {it} is on the device',
    refresh: '{who} renewed {it}',
    issue: '{who} was issued {it}',
    acknowledge: '{who} confirmed that {it} was stored',
    failBatch: '{who} reported that {it} was not stored',
    supersede: '{it} got a new version after a change of the record',
    requireAction: '{who} required an action of the user for {it}',
    clearAction: '{who} cleared the action required for {it}',
    failAttempt: 'An attempt to verify {it} again failed',
    revoke: '{who} revoked {it}',
    delete: '{who} deleted {it} from the device',
    notifyAgain: '{who} sent the notification about {it} again',
    stopNotifying: 'The notification about {it} was given up after several attempts',
  },
  holder: {
    create: '{who} imported {person}',
    update: '{who} changed the record of {person}',
    revoke: '{who} revoked the documents of {person}',
    erase: '{who} erased {person}',
    refuseErasure: 'The erasure of {person}, requested by {who}, was refused',
    view: '{who} looked at the record of {person}',
    viewPortrait: '{who} looked at the portrait of {person}',
  },
  erasures: { repeat: 'Erasures were repeated after a restore' },
  holderSearch: { run: '{who} searched for a holder[ and found {hits}]' },
  holderNames: { view: '{who} looked at {names}' },
  recordKey: {
    rewrap: 'The keys of holders were encrypted with the newest records key',
    rotate: '{who} changed the master key of the records',
    destroy: 'An old records key was destroyed',
  },
  code: { create: '{who} issued {it}', revoke: '{who} revoked {it}' },
  approval: {
    create: '{who} asked for {thing}[ to {what}]',
    approve: '{who} gave {thing}[ to {what}]',
    allow: '{who} gave {thing}[ to {what}], which must be sent again',
    start: '{who} used {thing}[ to {what}]',
    refuse: '{who} refused {thing}[ to {what}]',
    expire: '{thing}[ to {what}] expired',
    succeed: 'What waited for {thing}[ to {what}] was done',
    fail: 'What waited for {thing}[ to {what}] failed',
    interrupt: 'What waited for {thing}[ to {what}] was interrupted',
  },
  configuration: { update: 'The server started with changed settings[ ({what})]' },
  key: {
    create: '{who} made {it}',
    request: '{who} made {it} with a request for its certificate',
    import: '{who} imported the certificate of {it}',
    startRotation: '{who} started the rotation to {it}',
    finishRotation: '{who} finished the rotation of {it}',
    discard: '{who} discarded {it}',
    compromise: '{who} declared {it} compromised',
    retire: '{it} was retired',
    destroy: '{it} was destroyed',
    signSpecimen: '{who} signed a specimen with {it}',
    rotateSealKey: '{who} changed the key of the seals',
    resetSeals: '{who} restarted the seals of the audit log',
  },
  retention: {
    announce: 'Data[ of the kind “{kind}”] whose time has passed will be deleted',
    purge: 'Data[ of the kind “{kind}”] whose time had passed was deleted',
  },
  legalHold: {
    place: '{who} placed {thing}[ on {owner}][ on entries {span}]',
    lift: '{who} lifted {thing}[ on {owner}][ on entries {span}]',
  },
  statusLists: {
    publish: '{who} published the status lists',
    begin: 'The first status lists were begun',
    close: '{who} closed the status lists',
  },
  tokenKey: { rotate: '{who} changed the key of access tokens' },
  user: {
    create: '{who} created {it}[ as {role}]',
    invite: '{who} invited {it}[ as {role}]',
    acceptInvitation: '{it} accepted the invitation',
    setRole: '{who} changed the role of {it}[ from {roleBefore}] to {roleNow}',
    changePublishers: '{who} changed the publisher accounts of {it}',
    setPassword: '{who} set a password for {it}',
    changePassword: '{who} changed their password',
    rehashPassword: 'The password of {it} was stored again with the current protection',
    disable: '{who} disabled {it}',
    enable: '{who} enabled {it}',
    signOut: '{who} signed {it} out everywhere',
    resetPasskeys: '{who} removed the passkeys of {it}',
    delete: '{who} deleted {it}',
  },
  passkey: {
    create: '{who} registered a passkey',
    delete: '{who} removed a passkey',
    refuse: 'A passkey of {who} was refused because it may be a copy',
  },
  consoleSession: {
    signIn: '{who} signed in[ to the {console} console][ {how}]',
    stepUp: '{who} confirmed who they are[ {how}]',
    end: '{who} ended {it}',
  },
  consoleCode: {
    create: '{who} asked for a one-time address[ of the {console} console][ for {whom}]',
    use: '{who} used a one-time address[ of the {console} console]',
  },
  organisationSignIn: {
    signIn: '{who} signed in through the organisation',
    refuse: 'A sign-in of {who} through the organisation {id} was refused',
    end: 'A sign-in through the organisation ended',
  },
  breakGlass: {
    open: 'The admin token was opened for use',
    use: 'The admin token was used[ to {what}]',
    close: 'The admin token was closed',
  },
  oauthClient: {
    create: '{who} created {it}',
    update: '{who} changed[ {what} of] {it}',
    resetSecret: '{who} gave {it} a new secret',
    delete: '{who} deleted {it}',
  },
  grant: {
    create: '{who} allowed {client} to act for them',
    revoke: '{who} ended the access of {client}[ for {whom}]',
  },
  token: { issue: '{who} issued {it}', revoke: '{who} revoked {it}' },
  catalogue: { load: 'The catalogue of ad sources was loaded[ in version {to}]' },
  publisher: { create: '{who} created {it}' },
  app: { create: '{who} added {it}' },
  // Revoking is the only change of a key.
  servingKey: { create: '{who} made {it}', update: '{who} revoked {it}' },
  adUnit: { create: '{who} added {it}' },
  adUnitMapping: { create: '{who} added {it}' },
  mediationGroup: { create: '{who} created {it}', update: '{who} changed {it}' },
  mediationAbExperiment: { create: '{who} started {it}', update: '{who} stopped {it}' },
};

type SentencesByCode = {
  readonly [Of in Subject]?: { readonly [Event in EventOf<Of>]?: Readonly<Record<string, string>> };
};

/** The sentence of an event that decided something besides, by the state that it changed to. */
export const SENTENCES_BY_STATE: SentencesByCode = {
  key: {
    startRotation: {
      grace: '{who} started the rotation from {it}',
      retired: '{who} started the rotation from {it}, which was retired',
    },
    finishRotation: { retired: '{who} finished the rotation of {it}, which was retired' },
    discard: { retired: '{who} discarded {it}, which was retired' },
    compromise: { retired: '{who} declared {it} compromised, and it was retired' },
  },
  proofing: {
    create: {
      accepted: '{who} sent {it}, which was accepted',
      rejected: '{who} sent {it}, which was rejected',
    },
    replaceKey: {
      canceled: '{it} was canceled because the device has a new key',
      revoked: '{it} was revoked because the device has a new key',
    },
  },
};

/** The sentence of an event that several methods record, by the id of the method; the others have that of the event. */
export const SENTENCES_BY_METHOD: SentencesByCode = {
  adUnitMapping: { create: { 'admob.accounts.adUnitMappings.batchCreate': '{who} added {it} in a batch' } },
  mediationGroup: {
    update: {
      'admob.accounts.mediationGroups.archive': '{who} archived {it}',
      'admob.accounts.mediationGroups.unarchive': '{who} unarchived {it}',
      'admob.accounts.mediationGroups.rollback': '{who} rolled back {it}',
      'admob.accounts.mediationGroups.mediationAbExperiments.create': '{who} started an experiment in {it}',
      'admob.accounts.mediationGroups.mediationAbExperiments.stop': '{who} stopped the experiment in {it}',
    },
  },
};

/** How a user signed in or confirmed it, by the reason of the entry. */
export const PROOFS: Readonly<Record<string, string>> = {
  password: 'with a password',
  passkey: 'with a passkey',
  passwordAndPasskey: 'with a password and a passkey',
  code: 'by a one-time address',
  organisation: 'through the organisation',
  firstAdministrator: 'as the first administrator',
};

/** One of each subject, as people call it. */
export const NOUNS: Readonly<Record<Subject, string>> = {
  device: 'device',
  proofing: 'proofing',
  credential: 'credential',
  holder: 'holder',
  erasures: 'erasure',
  holderSearch: 'search for holders',
  holderNames: 'name of a holder',
  recordKey: 'records key',
  code: 'code',
  approval: 'approval',
  configuration: 'setting',
  key: 'key',
  retention: 'retention',
  legalHold: 'legal hold',
  statusLists: 'status list',
  tokenKey: 'key of access tokens',
  user: 'user',
  passkey: 'passkey',
  consoleSession: 'session',
  consoleCode: 'one-time address',
  organisationSignIn: 'sign-in through an organisation',
  breakGlass: 'admin token',
  oauthClient: 'client',
  grant: 'grant',
  token: 'access token',
  catalogue: 'catalogue',
  publisher: 'publisher',
  app: 'app',
  servingKey: 'serving key',
  adUnit: 'ad unit',
  adUnitMapping: 'mapping',
  mediationGroup: 'mediation group',
  mediationAbExperiment: 'experiment',
};
