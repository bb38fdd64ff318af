import { isTimeZone } from '../../conventions/time-zone.ts';
import { documentTypes } from '../files/document-types.ts';
import { consoleNamesBelow, isPublicBelow, LOCAL, passkeyDomain } from '../sign-in/passkeys.ts';
import { holderPageProblems } from './holder-page-rules.ts';
import type { Settings } from './settings.ts';
import { didYouMean } from './settings-error.ts';
import { organisationProblems, secondPersonProblem } from './sign-in-rules.ts';
import { walletProblems } from './wallet-rules.ts';

interface BrokenRule {
  /** The setting to change. */
  readonly name: string;
  readonly problem: string;
  /** Path inside its value. */
  readonly path?: readonly string[];
}

type Anchor = Settings['audit']['anchors'][number];

type Rule = (settings: Settings) => readonly BrokenRule[];

type Refresh = Pick<Settings['issuer'], 'msoValidityDays' | 'msoRefreshDays' | 'msoRefreshSpreadDays'>;

/** Settings that do not fit the validity of MSOs. */
function misfits({ msoValidityDays, msoRefreshDays, msoRefreshSpreadDays }: Refresh) {
  const isLate = msoRefreshDays !== undefined && msoRefreshDays >= msoValidityDays;
  const isWide = msoRefreshSpreadDays > Math.max(1, Math.floor(msoValidityDays / 3));
  return [
    ...(isLate
      ? [
          {
            name: 'msoRefreshDays',
            problem: 'must be less than msoValidityDays: a wallet has to refresh before that',
          },
        ]
      : []),
    ...(isWide
      ? [{ name: 'msoRefreshSpreadDays', problem: 'must be at most a third of msoValidityDays' }]
      : []),
  ];
}

const byDocumentType: Rule = ({ issuer }) => {
  const served = [...documentTypes(issuer.documentTypes).keys()];
  return Object.keys(issuer.byDocumentType ?? {})
    .filter((docType) => !served.includes(docType))
    .map((docType) => ({
      name: 'issuer.byDocumentType',
      path: [docType],
      problem: `names ${docType}, which is not served${didYouMean(docType, served) || `; served: ${served.join(', ')}`}`,
    }));
};

const timeZone: Rule = ({ issuer }) =>
  isTimeZone(issuer.timeZone)
    ? []
    : [
        {
          name: 'issuer.timeZone',
          problem: 'is not a time zone of the IANA database; give a name such as America/Denver',
        },
      ];

const refresh: Rule = ({ issuer }) =>
  misfits(issuer).map(({ name, problem }) => ({ name: `issuer.${name}`, problem }));

const refreshByType: Rule = ({ issuer }) =>
  Object.entries(issuer.byDocumentType ?? {}).flatMap(([docType, own]) =>
    misfits({ ...issuer, ...own }).map(({ name, problem }) => ({
      name: 'issuer.byDocumentType',
      path: [docType],
      problem: `has ${name} of ${docType}, which ${problem}`,
    })),
  );

const wrongCodes: Rule = ({ issuer: { codes } }) =>
  codes.wrongInAll < codes.wrongPerDevice
    ? [
        {
          name: 'issuer.codes.wrongInAll',
          problem: 'must not be less than wrongPerDevice, which is for one device',
        },
      ]
    : [];

const records: Rule = ({ issuer: { records: given } }) =>
  given.source === 'http' && given.url === undefined
    ? [{ name: 'issuer.records.url', problem: 'is missing: source is http' }]
    : [];

/** Groups that name a client certificate and its key. */
const clientCertificates: Rule = ({ issuer }) =>
  (['records', 'notifications'] as const)
    .filter(
      (name) => (issuer[name].clientCertificate === undefined) !== (issuer[name].clientKey === undefined),
    )
    .map((name) => ({
      name: `issuer.${name}.clientCertificate`,
      problem: 'and clientKey go together: name both or none',
    }));

/** The members that each kind of anchor needs, and those that it may have. */
const ANCHOR_MEMBERS: Readonly<
  Record<Anchor['kind'], Readonly<Record<'needed' | 'possible', readonly Exclude<keyof Anchor, 'kind'>[]>>>
> = {
  folder: { needed: ['path'], possible: [] },
  rfc3161: { needed: ['url', 'root'], possible: ['policy', 'ca'] },
  witness: { needed: ['url', 'key', 'origin'], possible: ['ca'] },
};

/** The name of the place of an anchor, which must be unique. */
const placeOf = ({ kind, path, url }: Anchor) => (kind === 'folder' ? path : url);

function anchorProblems({ kind, ...members }: Anchor): readonly string[] {
  const { needed, possible } = ANCHOR_MEMBERS[kind];
  const known: readonly string[] = [...needed, ...possible, 'everyMinutes'];
  const given = Object.keys(members).filter((name) => members[name as keyof typeof members] !== undefined);
  return [
    ...needed
      .filter((member) => members[member] === undefined)
      .map((member) => `needs ${member}: kind is ${kind}`),
    ...given
      .filter((member) => !known.includes(member))
      .map((member) => `has kind ${kind}, which has no ${member}`),
  ];
}

const anchors: Rule = ({ audit }) =>
  audit.anchors.flatMap((anchor, index) => {
    const name = 'audit.anchors';
    const path = [String(index)];
    const isRepeated = audit.anchors.findIndex((one) => placeOf(one) === placeOf(anchor)) < index;
    return [
      ...anchorProblems(anchor).map((problem) => ({ name, path, problem })),
      ...(isRepeated ? [{ name, path, problem: 'is repeated' }] : []),
    ];
  });

const PASSKEYS = 'users.passkeys';

/** Whether a setting makes people register passkeys. */
const asksForPasskeys = ({ users }: Settings) =>
  users.passkeys === 'required' || users.deviceBoundAdministrators;

const passkeys: Rule = (settings) => {
  const { users, console } = settings;
  const domain = passkeyDomain(settings);
  if (domain === undefined)
    return asksForPasskeys(settings)
      ? [
          {
            name: users.passkeys === 'required' ? PASSKEYS : 'users.deviceBoundAdministrators',
            problem: 'needs a host name in oauth.issuerUrl, which browsers bind passkeys to',
          },
        ]
      : [];
  if (!isPublicBelow(settings, domain))
    return [
      { name: 'users.passkeyDomain', problem: 'must be the host of oauth.issuerUrl, or a domain above it' },
    ];
  const isReachable = domain === LOCAL || consoleNamesBelow(settings, domain).length > 0;
  if (!asksForPasskeys(settings) || !console.enabled || isReachable) return [];
  const problem = `has no name that is ${domain} or below it, so passkeys cannot work in the operators' console`;
  return [{ name: 'console.names', problem }];
};

/** Document types that the settings name and nobody serves. */
const offered: Rule = ({ issuer }) => {
  const served = [...documentTypes(issuer.documentTypes).keys()];
  return (['addToWallet', 'wallets'] as const).flatMap((group) =>
    (issuer[group].documentTypes ?? [])
      .filter((docType) => !served.includes(docType))
      .map((docType) => ({
        name: `issuer.${group}.documentTypes`,
        problem: `names ${docType}, which is not served; served: ${served.join(', ')}`,
      })),
  );
};

const holderPage: Rule = (settings) =>
  holderPageProblems(settings).map(([name, problem]) => ({ name: `issuer.${name}`, problem }));

const wallets: Rule = (settings) =>
  walletProblems(settings).map(([name, problem]) => ({ name: `issuer.wallets.${name}`, problem }));

const organisations: Rule = ({ signIn }) =>
  organisationProblems(signIn).map((broken) => ({ name: 'signIn.organisations', ...broken }));

/** Rules that concern several settings. */
const RULES: readonly Rule[] = [
  byDocumentType,
  timeZone,
  refresh,
  refreshByType,
  wrongCodes,
  records,
  clientCertificates,
  secondPersonProblem,
  anchors,
  passkeys,
  organisations,
  offered,
  holderPage,
  wallets,
];

export function ruleProblems(settings: Settings): readonly BrokenRule[] {
  return RULES.flatMap((rule) => rule(settings));
}
