import { documentTypes } from '../files/document-types.ts';
import { didYouMean } from './problems.ts';
import type { Settings } from './settings.ts';
import { organisationProblems } from './sign-in-rules.ts';

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

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== undefined;
  } catch {
    return false;
  }
}

const timeZone: Rule = ({ issuer }) =>
  isTimeZone(issuer.timeZone)
    ? []
    : [{ name: 'issuer.timeZone', problem: 'is not a time zone; give a name such as America/Denver' }];

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

const ANCHOR_MEMBERS = { folder: ['path'], rfc3161: ['url', 'root'] } as const;

const isFolderAndMore = ({ kind, ...members }: Anchor) =>
  kind === 'folder' && (['url', 'root', 'policy', 'ca'] as const).some((name) => members[name] !== undefined);

/** The name of the place of an anchor, which must be unique. */
const placeOf = ({ kind, path, url }: Anchor) => (kind === 'folder' ? path : url);

const anchors: Rule = ({ audit }) =>
  audit.anchors.flatMap((anchor, index) => {
    const name = 'audit.anchors';
    const path = [String(index)];
    const isRepeated = audit.anchors.findIndex((one) => placeOf(one) === placeOf(anchor)) < index;
    return [
      ...ANCHOR_MEMBERS[anchor.kind]
        .filter((member) => anchor[member] === undefined)
        .map((member) => ({ name, path, problem: `needs ${member}: kind is ${anchor.kind}` })),
      ...(isFolderAndMore(anchor) ? [{ name, path, problem: 'has kind folder, which has only path' }] : []),
      ...(anchor.kind === 'rfc3161' && anchor.path !== undefined
        ? [{ name, path, problem: 'has kind rfc3161, which has no path' }]
        : []),
      ...(isRepeated ? [{ name, path, problem: 'is repeated' }] : []),
    ];
  });

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
  anchors,
  organisations,
];

export function ruleProblems(settings: Settings): readonly BrokenRule[] {
  return RULES.flatMap((rule) => rule(settings));
}
