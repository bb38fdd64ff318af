/** A section of a specification, or a part of the product, and the tests that show it. */
export interface Section {
  readonly section: string;
  /** Globs below `test` or `src`, without `.test.ts`. */
  readonly suites: readonly string[];
  /** The page below `docs` that describes it. */
  readonly guide?: string;
}

const issuer = (section: string, ...names: readonly string[]): Section => ({
  section,
  suites: names.map((name) => `test/issuer/spec/${name}`),
});

const mediation = (section: string, ...names: readonly string[]): Section => ({
  section,
  suites: names.map((name) => (name.startsWith('test/') ? name : `test/mediation/spec/${name}`)),
});

/** Every section of the specification of the issuer interface, in its order, then the rulings. */
export const ISSUER: readonly Section[] = [
  issuer('What the service does', 'endpoints'),
  issuer('RequestMetadata, ResponseMetadata', 'request-metadata'),
  issuer('Version', 'versioning'),
  issuer('EncryptedData', 'encrypted-data'),
  issuer('DeviceEncryptionKey', 'device-encryption-key'),
  issuer('Wrapped byte values', 'wrapped-values'),
  issuer('ProofingEvidence', 'proofing-evidence', 'codes'),
  issuer('Identifiers used across requests', 'identifiers'),
  issuer('ProofingStatus', 'proofing-status'),
  issuer('Rejection', 'rejection', 'devices-per-holder'),
  issuer('Challenged', 'challenged', 'policy'),
  issuer('CredentialStatus', 'credential-status'),
  issuer('States and transitions: proofing', 'proofing-transitions'),
  issuer('States and transitions: credential', 'credential-transitions'),
  issuer('Endpoints', 'endpoints'),
  issuer(
    'Rules per operation',
    'proofing-operations',
    'provisioning-operations',
    'registration-and-key-operations',
  ),
  issuer('Authentication', 'authentication', 'callers'),
  issuer('Errors', 'errors'),
  issuer('Limits', 'limits'),
  issuer('Versioning', 'versioning'),
  issuer('Open points: checks of requests, and errors', 'request-checks'),
  issuer('Open points: keys of devices and encryption', 'device-keys'),
  issuer('Open points: retries, versions and revocation', 'credentials-and-retries'),
  issuer('Open points: proofings belong to an identity key', 'identity-key-binding'),
  issuer('Open points: callers that are not admitted', 'refused-callers'),
];

/** Every section of the specification of the mediation interface, and of its request conventions. */
export const MEDIATION: readonly Section[] = [
  mediation('What the service does', 'service'),
  mediation('Identifier shapes', 'identifiers'),
  mediation('MediationGroup, Targeting', 'mediation-group', 'enums'),
  mediation('MediationGroupLine', 'mediation-group-line'),
  mediation('MediationAbExperiment', 'mediation-ab-experiment'),
  mediation('AdSource, Adapter', 'ad-source-and-adapter'),
  mediation('AdUnitMapping', 'ad-unit-mapping'),
  mediation('States and transitions', 'transitions'),
  mediation('Endpoints', 'endpoints', 'lists'),
  mediation('Update rules', 'update-rules'),
  mediation('Conventions: partial response', 'partial-response'),
  mediation('Conventions: patch', 'patch'),
  mediation('Conventions: compression', 'compression'),
  mediation('Authentication', 'authentication'),
  mediation('Errors', 'errors'),
  mediation('Limits, Versioning', 'limits-and-versioning'),
  mediation('Discovery document', 'discovery'),
  mediation('Open points: sign-in and scopes', 'test/oauth/*'),
  mediation('Open points: requests and masks', 'requests-and-masks'),
  mediation('Open points: names, groups and experiments', 'names-groups-and-experiments'),
  mediation('Open points: repeated members and limits', 'repeated-members', 'value-and-page-limits'),
];

/** What a server needs around the two interfaces. */
export const AROUND: readonly Section[] = [
  {
    section: 'Importing records from JSON, JSON Lines and CSV; erasing holders',
    guide: 'operate/holders.md',
    suites: ['test/issuer/holders/*', 'src/issuer/record/**/*'],
  },
  {
    section: "Records from the issuer's own system",
    guide: 'integrate/system-of-record.md',
    suites: ['test/connector/*'],
  },
  {
    section: 'Notifying the wallet platform',
    guide: 'integrate/notifications.md',
    suites: ['test/issuer/outbox/*'],
  },
  {
    section: 'Administration: roles, sign-in, approvals, audit log, explain',
    guide: 'operate/users.md',
    suites: ['test/issuer/admin/*'],
  },
  {
    section: 'Keys in files or a PKCS#11 token: rotation, import, certificates',
    guide: 'operate/keys.md',
    suites: ['test/keys/*'],
  },
  {
    section: 'Authentication of callers, TLS, limits',
    guide: 'operate/production.md',
    suites: ['test/issuer/callers/*'],
  },
  {
    section: 'The server: settings, doctor, workers, backup, seals',
    guide: 'operate/backup.md',
    suites: ['test/server/**/*'],
  },
  {
    section: 'PostgreSQL in place of SQLite',
    guide: 'operate/postgresql.md',
    suites: ['test/postgres/*', 'test/pooler/*'],
  },
  {
    section: 'Existing clients of the AdMob API',
    guide: 'integrate/admob-clients.md',
    suites: ['test/mediation/clients/*'],
  },
  {
    section: 'Simulated phone and wallet client',
    guide: 'integrate/wallet.md',
    suites: ['test/wallet/*', 'src/wallet/**/*'],
  },
  {
    section: 'Attacks, one file each',
    guide: '../SECURITY.md',
    suites: ['test/attacks/*'],
  },
  {
    section: 'Faults: kills, full disks, lost databases, slow clients',
    guide: 'operate/failures.md',
    suites: ['test/faults/**/*'],
  },
  {
    section: 'Fuzzing of every listener',
    guide: '../CONTRIBUTING.md',
    suites: ['test/fuzz/*'],
  },
  {
    section: 'Unlinkability of MSOs; personal data in logs and errors',
    guide: '../SECURITY.md',
    suites: ['test/issuer/unlinkability', 'test/issuer/personal-data-canary.long'],
  },
  {
    section: 'Formats, against vectors and libraries of others',
    guide: 'adr/0007-own-cbor-cose-hpke-and-mdoc.md',
    suites: ['src/formats/**/*'],
  },
];
