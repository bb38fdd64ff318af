import { DAY, HOUR } from '../../../../src/conventions/time.ts';
import { parseCatalogue } from '../../../../src/mediation/catalogue/index.ts';
import type {
  ExperimentStatistics,
  LineStatistics,
  LintExperiment,
  LintGroup,
  LintLine,
  LintMapping,
  LintModel,
  LintSums,
} from '../../../../src/mediation/lint/index.ts';

export const NOW = Date.UTC(2026, 5, 15, 12);
const publisherId = 'pub-1234567890123456';

export const UNIT = `ca-app-${publisherId}/1111111111`;
export const OTHER_UNIT = `ca-app-${publisherId}/2222222222`;
export const IOS_UNIT = `ca-app-${publisherId}/3333333333`;

export const OWN = '1';
export const ALPHA = '10';
export const BETA = '20';
export const GAMMA_BIDDING = '31';
export const ALPHA_BIDDING = '11';
/** A bidder that needs no mapping. */
export const SIMPLE_BIDDING = '41';

const setting = (id: string, label: string, required: boolean) => ({ id, label, required });

const source = (adSourceId: string, title: string) => ({
  adSourceId,
  title,
  adapters: ['ANDROID', 'IOS'].map((platform, index) => ({
    adapterId: `${adSourceId}${index}`,
    title: `${title} ${platform}`,
    platform,
    formats: ['BANNER', 'REWARDED'],
    configMetadata: [setting('1', 'Placement', true), setting('2', 'Label', false)],
  })),
});

export const CATALOGUE = parseCatalogue(
  JSON.stringify({
    ownNetwork: OWN,
    adSources: [
      { adSourceId: OWN, title: 'Own Network', adapters: [] },
      source(ALPHA, 'Alpha'),
      source(ALPHA_BIDDING, 'Alpha (bidding)'),
      source(BETA, 'Beta'),
      source(GAMMA_BIDDING, 'Gamma (bidding)'),
      { adSourceId: SIMPLE_BIDDING, title: 'Simple (bidding)', adapters: [] },
      ...Array.from({ length: 9 }, (_, index) => ({
        adSourceId: `5${index}`,
        title: `Network ${index}`,
        adapters: [],
      })),
    ],
  }),
);

export const mappingName = (adUnitId: string, id: string) =>
  `accounts/${publisherId}/adUnits/${adUnitId.slice(-10)}/adUnitMappings/${id}`;

export const mapping = (id: string, adapterId: string, more: Partial<LintMapping> = {}): LintMapping => ({
  name: mappingName(more.adUnitId ?? UNIT, id),
  adUnitId: UNIT,
  adapterId,
  configurations: { '1': `placement ${id}` },
  ...more,
});

export const line = (id: string, adSourceId: string, more: Partial<LintLine> = {}): LintLine => ({
  lineId: id,
  displayName: `Line ${id}`,
  adSourceId,
  cpmMode: 'LIVE',
  state: 'ENABLED',
  adUnitMappings: {},
  variant: 'ORIGINAL',
  ...more,
});

export const priced = (id: string, adSourceId: string, cpmMicros: string, more: Partial<LintLine> = {}) =>
  line(id, adSourceId, { cpmMode: 'MANUAL', cpmMicros, ...more });

export const mappedTo = (...ids: readonly string[]) => ({
  adUnitMappings: Object.fromEntries(ids.map((id) => [UNIT, mappingName(UNIT, id)])),
});

export const group = (groupId: string, more: Partial<LintGroup> = {}): LintGroup => ({
  groupId,
  displayName: `Players ${groupId}`,
  state: 'ENABLED',
  targeting: {
    platform: 'ANDROID',
    format: 'BANNER',
    adUnitIds: [UNIT],
    targetedRegionCodes: [],
    excludedRegionCodes: [],
  },
  lines: [
    line('own', OWN),
    priced('alpha', ALPHA, '5000000', mappedTo('101')),
    priced('beta', BETA, '2000000', mappedTo('102')),
    line('gamma', GAMMA_BIDDING, mappedTo('103')),
  ],
  createdAt: NOW - 100 * DAY,
  updatedAt: NOW - 10 * DAY,
  ...more,
});

/** A configuration in which no rule finds anything. */
export const GOOD = {
  publisherId,
  now: NOW,
  catalogue: CATALOGUE,
  inventory: [{ adUnitId: UNIT, displayName: 'Start', format: 'BANNER', platform: 'ANDROID' }],
  groups: [group('1')],
  mappings: [mapping('101', '100'), mapping('102', '200'), mapping('103', '310')],
  experiments: [],
} satisfies LintModel;

/** The good model with another first group. */
export const withGroup = (more: Partial<LintGroup>): LintModel => ({ ...GOOD, groups: [group('1', more)] });

export const withLines = (...lines: readonly LintLine[]): LintModel => withGroup({ lines });

export const withTargeting = (more: Partial<LintGroup['targeting']>, model: LintModel = GOOD): LintModel => {
  const [first, ...others] = model.groups as [LintGroup, ...LintGroup[]];
  return { ...model, groups: [{ ...first, targeting: { ...first.targeting, ...more } }, ...others] };
};

const GOOD_LINES = group('1').lines;

/** The good model with more lines in its group. */
export const withMoreLines = (...lines: readonly LintLine[]): LintModel => withLines(...GOOD_LINES, ...lines);

/** The good model with other values for one line. */
export const withLine = (id: string, more: Partial<LintLine>): LintModel =>
  withLines(...GOOD_LINES.map((one) => (one.lineId === id ? { ...one, ...more } : one)));

const NO_SUMS: LintSums = {
  adRequests: 10_000,
  matchedRequests: 500,
  impressions: 500,
  revenueMicros: 2_500_000n,
};

export const sums = (more: Partial<LintSums> = {}): LintSums => ({ ...NO_SUMS, ...more });

const twice = (of: LintSums): LineStatistics => ({ last7Days: of, last14Days: of });

export const withStatistics = (
  lines: Readonly<Record<string, LintSums>>,
  model: LintModel = GOOD,
): LintModel => ({
  ...model,
  statistics: {
    moneyDifferences: [],
    lines: new Map(Object.entries(lines).map(([id, of]) => [id, twice(of)])),
    experiments: new Map(),
  },
});

const VARIANT_LINES: readonly LintLine[] = [
  ...GOOD_LINES.map((one) => ({ ...one, variant: 'VARIANT_A' as const })),
  priced('alpha-b', ALPHA, '6000000', { variant: 'VARIANT_B', ...mappedTo('101') }),
  priced('beta-b', BETA, '2000000', { variant: 'VARIANT_B', ...mappedTo('102') }),
  line('gamma-b', GAMMA_BIDDING, { variant: 'VARIANT_B', ...mappedTo('103') }),
];

const EXPERIMENT: LintExperiment = {
  groupId: '1',
  experimentId: '7',
  startedAt: NOW - 10 * DAY,
  endsAt: NOW + 80 * DAY,
};

const ENTERED: ExperimentStatistics = {
  users: { A: 50_000, B: 50_000 },
  days: 10,
  dailyUsers: 15_000,
  sampleRatioAlarm: false,
  lastTrafficAt: NOW - HOUR,
};

/** The good model with an experiment in its group. */
export const withExperiment = (
  more: Partial<LintExperiment> = {},
  lines: readonly LintLine[] = VARIANT_LINES,
): LintModel => ({ ...withGroup({ lines }), experiments: [{ ...EXPERIMENT, ...more }] });

/** The good model with an experiment and its users. */
export const withUsers = (
  more: Partial<ExperimentStatistics>,
  experiment: Partial<LintExperiment> = {},
): LintModel => ({
  ...withExperiment(experiment),
  statistics: {
    lines: new Map(),
    experiments: new Map([['7', { ...ENTERED, ...more }]]),
    moneyDifferences: [],
  },
});

export const variantB = (...ofB: readonly LintLine[]): readonly LintLine[] => [
  ...VARIANT_LINES.filter(({ variant }) => variant === 'VARIANT_A'),
  ...ofB.map((one) => ({ ...one, variant: 'VARIANT_B' as const })),
];
