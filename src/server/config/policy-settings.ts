import { Type } from 'typebox';
import { CHALLENGE_KINDS } from '../../issuer/contract/index.ts';
import { Path } from './path.ts';

const DAY = 86_400;
const closed = { additionalProperties: false } as const;

const Seconds = (description: string, fallback: number, maximum = 3650 * DAY) =>
  Type.Integer({ description, default: fallback, minimum: 1, maximum });

const Count = (description: string, fallback: number, maximum: number) =>
  Type.Integer({ description, default: fallback, minimum: 1, maximum });

const DECISIONS = ['automatic', 'manual'] as const;
const CHALLENGES = Object.keys(CHALLENGE_KINDS) as readonly (keyof typeof CHALLENGE_KINDS)[];

const devices = { minimum: 1, maximum: 1000 };
const days = { minimum: 1, maximum: 365 };

const maxDevicesPerHolder = Type.Optional(
  Type.Integer({
    description: 'Devices that may have the document of one holder at the same time. Default: no limit.',
    ...devices,
  }),
);
const msoRefreshDays = Type.Optional(
  Type.Integer({
    description: 'When wallets are told to fetch new ones (expectedUpdate). Default: two thirds.',
    ...days,
  }),
);

const DocumentTypePolicy = Type.Object(
  {
    decisions: Type.Optional(Type.Enum([...DECISIONS])),
    maxDevicesPerHolder,
    msoValidityDays: Type.Optional(Type.Integer(days)),
    msoRefreshDays,
  },
  closed,
);

const Application = Type.Object(
  {
    package: Type.String({ description: 'Package name.', minLength: 1 }),
    digest: Type.Optional(
      Type.String({
        description: 'SHA-256 of the signing certificate, hex; any signer when left out.',
        pattern: '^([0-9A-Fa-f]{2}:?){32}$',
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
 * What the issuer decides, in a policy file of its own or among the other settings: the same names there, after
 * `issuer.`.
 */
export const POLICY = {
  decisions: Type.Enum([...DECISIONS], {
    description: 'automatic: a valid code is accepted at once. manual: an operator decides.',
    default: 'automatic',
  }),
  maxDevicesPerHolder,
  byDocumentType: Type.Optional(
    Type.Record(Type.String(), DocumentTypePolicy, {
      description:
        'By document type: decisions, maxDevicesPerHolder, msoValidityDays, msoRefreshDays in place of the general ones.',
    }),
  ),
  rejections: Type.Enum(['reasons', 'generic'], {
    description:
      'reasons: a rejected proofing tells its reason. generic: only that the evidence does not match, whatever it was.',
    default: 'reasons',
  }),
  challenges: Type.Array(Type.Enum([...CHALLENGES]), {
    description: 'Challenges that operators may ask for; the first is meant where they name none.',
    default: ['additionalTimeRequired', 'issuerUrlVisit', 'physicalLocationVisit'],
    minItems: 1,
    uniqueItems: true,
  }),
  nonceTtlSeconds: Seconds('Life of a device registration nonce.', 3600),
  codeTtlSeconds: Seconds('Life of a pre-authorization code.', 600),
  pendingTtlSeconds: Seconds('When a proofing without decision expires.', 30 * DAY),
  challengedTtlSeconds: Seconds('When an unanswered challenge expires.', 30 * DAY),
  acceptedTtlSeconds: Seconds('When an accepted proofing that nobody has provisioned yet expires.', 30 * DAY),
  codes: Type.Object(
    {
      wrongPerDevice: Count(
        'Wrong codes of one device in the window; its further codes are not looked at.',
        10,
        10_000,
      ),
      wrongInAll: Count(
        'Wrong codes of all devices in the window; then see beyondWrongInAll.',
        1000,
        10_000_000,
      ),
      windowSeconds: Seconds('The window; it begins with the first wrong code.', 3600, 30 * DAY),
      beyondWrongInAll: Type.Enum(['alarm', 'refuse'], {
        description:
          'alarm: log and metrics tell. refuse: moreover no code of any device is looked at until the window ends.',
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
  maxAuthKeys: Count('Most authentication keys in one request.', 100, 1000),
  attestation: Type.Object(
    {
      roots: Type.Optional(
        Path({
          description:
            'File: PEM roots, or a JSON array of them, added to the built-in ones; read again when it changes.',
        }),
      ),
      revocationList: Type.Optional(
        Path({
          description: 'File: revocation list in the published format; read again when it changes.',
        }),
      ),
      revocationListMaxAgeHours: Type.Optional(
        Type.Integer({
          description:
            'Greatest age of that list, by the time of its file, hours: with an older one no device is registered. Default: 48 in production, else none.',
          minimum: 1,
          maximum: 8760,
        }),
      ),
      applications: Type.Optional(
        Type.Array(Application, { description: 'Wallet applications that may attest.', minItems: 1 }),
      ),
      requireIdentityCredentialKey: Type.Optional(
        Type.Boolean({ description: 'Require tag 721. Default: false in the sandbox, else true.' }),
      ),
      requireStrongBox: Type.Boolean({
        description: 'Refuse keys of the trusted environment.',
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
