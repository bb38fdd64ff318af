import { Type } from 'typebox';
import { closed } from '../../conventions/json-schema.ts';
import { DAY_IN_SECONDS } from '../../conventions/time.ts';
import { says } from '../../conventions/yaml/shape.ts';
import { CHALLENGE_KINDS } from '../../issuer/contract/index.ts';
import { Path } from './path-settings.ts';

const Seconds = (description: string, fallback: number, maximum = 3650 * DAY_IN_SECONDS) =>
  Type.Integer({ description, default: fallback, minimum: 1, maximum });

const Count = (description: string, fallback: number, maximum: number) =>
  Type.Integer({ description, default: fallback, minimum: 1, maximum });

const DECISIONS = ['automatic', 'manual'] as const;
const CHALLENGES = Object.keys(CHALLENGE_KINDS) as readonly (keyof typeof CHALLENGE_KINDS)[];

const devices = { minimum: 1, maximum: 1000 };
const days = { minimum: 1, maximum: 365 };

const maxDevicesPerHolder = Type.Optional(
  Type.Integer({
    description: 'Maximum number of devices with the document of one holder. Default: no limit.',
    ...devices,
  }),
);
const msoRefreshDays = Type.Optional(
  Type.Integer({
    description:
      'Days until wallets should fetch a new one (expectedUpdate). Default: two thirds of the validity.',
    ...days,
  }),
);
const spread = { minimum: 1, maximum: 121 };
const MSO_REFRESH_SPREAD_DAYS =
  'expectedUpdate is a random day of so many around msoRefreshDays, so that phones that came together do not come back together. At most a third of the validity.';

const status = Type.Optional(
  Type.Object(
    {
      uri: Type.Optional(
        Type.String({
          description:
            'Base of the addresses of the status lists, which readers fetch, such as https://issuer.example/status. Without it, MSOs have no status.',
          pattern: '^https?://[!-~]+[^/]$',
          ...says('must begin with https:// or http:// and must not end with a slash'),
          maxLength: 200,
        }),
      ),
    },
    { ...closed, description: 'Whether readers can ask if an MSO was revoked.' },
  ),
);

const DocumentTypePolicy = Type.Object(
  {
    decisions: Type.Optional(Type.Enum([...DECISIONS])),
    maxDevicesPerHolder,
    msoValidityDays: Type.Optional(Type.Integer(days)),
    msoRefreshDays,
    msoRefreshSpreadDays: Type.Optional(Type.Integer(spread)),
    status,
  },
  closed,
);

const Application = Type.Object(
  {
    package: Type.String({ description: 'Package name.', minLength: 1 }),
    digest: Type.Optional(
      Type.String({
        description: 'SHA-256 of the signing certificate in hex. Default: any signer.',
        pattern: '^([0-9A-Fa-f]{2}:?){32}$',
        ...says('must be 32 bytes in hex, with or without colons'),
      }),
    ),
  },
  closed,
);

const PatchLevel = (of: string) =>
  Type.Optional(
    Type.Integer({
      description: `Oldest patch level of the ${of}, YYYYMM or YYYYMMDD.`,
      minimum: 201_501,
      maximum: 99_991_231,
    }),
  );

/**
 * The issuer's policy. These are the names in a policy file; in the configuration file, `issuer.` precedes
 * them.
 */
export const POLICY = {
  decisions: Type.Enum([...DECISIONS], {
    description: 'automatic: a proofing with a valid code is accepted at once. manual: an operator decides.',
    default: 'automatic',
  }),
  maxDevicesPerHolder,
  byDocumentType: Type.Optional(
    Type.Record(Type.String(), DocumentTypePolicy, {
      description:
        'Overrides by document type: decisions, maxDevicesPerHolder, msoValidityDays, msoRefreshDays, msoRefreshSpreadDays, status.',
    }),
  ),
  rejections: Type.Enum(['reasons', 'generic'], {
    description:
      'reasons: a rejected proofing has its reason. generic: it says only that the evidence does not match.',
    default: 'reasons',
  }),
  challenges: Type.Array(Type.Enum([...CHALLENGES]), {
    description: 'Challenges that operators may request; the first is the default.',
    default: ['additionalTimeRequired', 'issuerUrlVisit', 'physicalLocationVisit'],
    minItems: 1,
    uniqueItems: true,
  }),
  nonceTtlSeconds: Seconds('Lifetime of a device registration nonce.', 3600),
  codeTtlSeconds: Seconds('Lifetime of a pre-authorization code.', 600),
  pendingTtlSeconds: Seconds('Time after which a proofing without a decision expires.', 30 * DAY_IN_SECONDS),
  challengedTtlSeconds: Seconds('Time after which an unanswered challenge expires.', 30 * DAY_IN_SECONDS),
  acceptedTtlSeconds: Seconds(
    'Time after which an accepted proofing that is not provisioned yet expires.',
    30 * DAY_IN_SECONDS,
  ),
  codes: Type.Object(
    {
      wrongPerDevice: Count(
        'Wrong codes of one device in the window, after which its codes are not looked up.',
        10,
        10_000,
      ),
      wrongInAll: Count(
        'Wrong codes of all devices in the window, after which beyondWrongInAll applies.',
        1000,
        10_000_000,
      ),
      windowSeconds: Seconds(
        'Length of the window, which begins with the first wrong code.',
        3600,
        30 * DAY_IN_SECONDS,
      ),
      beyondWrongInAll: Type.Enum(['alarm', 'refuse'], {
        description:
          'alarm: a log line and a metric. refuse: in addition, no code of any device is looked up until the window ends.',
        default: 'alarm',
      }),
    },
    { ...closed, default: {} },
  ),
  msoValidityDays: Type.Integer({
    description: 'Validity of mobile security objects.',
    default: 30,
    ...days,
  }),
  msoRefreshDays,
  msoRefreshSpreadDays: Type.Integer({ description: MSO_REFRESH_SPREAD_DAYS, default: 1, ...spread }),
  status,
  statusLists: Type.Object(
    {
      entries: Type.Enum([131_072, 262_144, 524_288, 1_048_576], {
        description: 'Entries of each status list.',
        default: 1_048_576,
      }),
      period: Type.Enum(['day', 'week', 'month'], {
        description:
          'MSOs that expire in the same period share lists. day: for 100 000 new MSOs a day or more.',
        default: 'week',
      }),
      publishMinutes: Type.Enum([5, 10, 15, 30, 60, 120, 180, 240, 360], {
        description:
          'Minutes between publications of all lists. Revocations become visible together at these times, so that readers cannot tell them apart.',
        default: 60,
      }),
    },
    { ...closed, default: {} },
  ),
  releaseSilentDevices: Type.Boolean({
    description:
      'Revoke the credentials of devices that fetched no MSOs for twice their validity, as diptych devices release does.',
    default: false,
  }),
  maxAuthKeys: Count('Most authentication keys in one request.', 100, 1000),
  requireProofOfBinding: Type.Boolean({
    description:
      'Whether certificates of authentication keys must have a ProofOfBinding, which Android before 12 does not write.',
    default: true,
  }),
  attestation: Type.Object(
    {
      roots: Type.Optional(
        Path({
          description:
            'File: PEM roots, or a JSON array of them, added to the built-in ones; reloaded when it changes.',
        }),
      ),
      revocationList: Type.Optional(
        Path({
          description: 'File: revocation list in the published format; reloaded when it changes.',
        }),
      ),
      revocationListMaxAgeHours: Type.Optional(
        Type.Integer({
          description:
            'Maximum age of that list in hours, by its file time; with an older list no device can register. Default: 48 in production, no limit in the sandbox.',
          minimum: 1,
          maximum: 8760,
        }),
      ),
      applications: Type.Optional(
        Type.Array(Application, {
          description: 'Wallet applications whose attestation is accepted.',
          minItems: 1,
        }),
      ),
      requireIdentityCredentialKey: Type.Optional(
        Type.Boolean({
          description:
            'Whether keys must be in Identity Credential hardware (tag 721). Default: true in production, false in the sandbox.',
        }),
      ),
      requireStrongBox: Type.Boolean({
        description:
          'Whether keys must be in StrongBox: the key and the certificate of its attester must both name it.',
        default: false,
      }),
      minimumPatchLevels: Type.Object(
        {
          os: PatchLevel('operating system'),
          vendor: PatchLevel('vendor image'),
          boot: PatchLevel('boot image'),
        },
        { ...closed, default: {} },
      ),
    },
    { ...closed, default: {} },
  ),
} as const;
