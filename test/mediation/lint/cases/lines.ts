import { DAY } from '../../../../src/conventions/time.ts';
import type { LintLine, LintMapping, LintModel } from '../../../../src/mediation/lint/index.ts';
import {
  ALPHA,
  ALPHA_BIDDING,
  GOOD,
  group,
  line,
  mappedTo,
  mapping,
  mappingName,
  NOW,
  OTHER_UNIT,
  priced,
  SIMPLE_BIDDING,
  sums,
  UNIT,
  withGroup,
  withLine,
  withLines,
  withMoreLines,
  withStatistics,
} from '../support/good-model.ts';
import type { Cases } from './index.ts';

const [own, alpha, beta, gamma] = group('1').lines as [LintLine, LintLine, LintLine, LintLine];
const off = { state: 'DISABLED' } as const;

const withMapping = (model: LintModel, ...more: readonly LintMapping[]): LintModel => ({
  ...model,
  mappings: [...model.mappings, ...more],
});

/** The good model with other values in the mapping of the line alpha. */
const withValues = (configurations: Readonly<Record<string, string>>): LintModel => ({
  ...GOOD,
  mappings: [mapping('101', '100', { configurations }), ...GOOD.mappings.slice(1)],
});

/** Networks of the catalogue that need no mapping. */
const simple = (count: number) => Array.from({ length: count }, (_, index) => line(`s${index}`, `5${index}`));
const many = (count: number) => Array.from({ length: count }, (_, index) => line(`m${index}`, '50'));

const priceOfAlpha = (cpmMicros: string) => withLine('alpha', { cpmMicros });

/** A text that is no placeholder. */
const textOf = (count: number) => 'placement-7;'.repeat(count / 12);

/** The good model with an app of this size, whose group has 20 ad units. */
function ofCharacters(count: number): LintModel {
  const adUnitIds = Array.from({ length: 20 }, (_, index) => UNIT.replace(/..$/, String(index + 10)));
  const networks = [
    ['alpha', '100'],
    ['beta', '200'],
    ['gamma', '310'],
  ] as const;
  const idOf = (name: string, adUnitId: string) => `${name}${adUnitId.slice(-2)}`;
  const mapped = (name: string) => ({
    adUnitMappings: Object.fromEntries(adUnitIds.map((id) => [id, mappingName(id, idOf(name, id))])),
  });
  const { targeting } = group('1');
  return {
    ...withGroup({
      targeting: { ...targeting, adUnitIds },
      lines: [
        own,
        { ...alpha, ...mapped('alpha') },
        { ...beta, ...mapped('beta') },
        { ...gamma, ...mapped('gamma') },
      ],
    }),
    inventory: adUnitIds.map((adUnitId) => ({
      ...GOOD.inventory[0],
      adUnitId,
      displayName: adUnitId,
      format: 'BANNER',
      platform: 'ANDROID',
      appId: 'ca-app-pub-1234567890123456~1',
    })),
    mappings: adUnitIds.flatMap((adUnitId) =>
      networks.map(([name, adapterId], index) => {
        const id = idOf(name, adUnitId);
        const value = index === 0 ? textOf(count / 20) : id;
        return mapping(id, adapterId, { adUnitId, configurations: { '1': `${id} ${value}` } });
      }),
    ),
  };
}

const rewarded = (cpmMicros: string): LintModel => ({
  ...withGroup({
    targeting: { ...group('1').targeting, format: 'REWARDED' },
    lines: [own, { ...alpha, cpmMicros: '90000' }, { ...beta, cpmMicros }, gamma],
  }),
  inventory: [{ adUnitId: UNIT, displayName: 'Coins', format: 'REWARDED', platform: 'ANDROID' }],
});

export const LINE_CASES: Cases = {
  'no-enabled-line': [
    {
      bad: withLines(...[own, alpha, beta, gamma].map((one) => ({ ...one, ...off }))),
      good: withLines(own, alpha, { ...beta, ...off }, gamma),
    },
  ],
  'own-network-only': [
    {
      bad: withLines(own, { ...alpha, ...off }, { ...beta, ...off }, { ...gamma, ...off }),
      good: withLines(own, alpha, { ...beta, ...off }, gamma),
    },
  ],
  'no-fallback': [
    {
      bad: { ...withLines({ ...own, ...off }, alpha, beta), mappings: GOOD.mappings.slice(0, 2) },
      good: withLines({ ...own, ...off }, alpha, beta, gamma),
    },
  ],
  'mapping-missing': [
    {
      of: 'no entry for an ad unit',
      bad: withLine('alpha', { adUnitMappings: {} }),
      good: GOOD,
    },
    {
      of: 'mapping that does not exist',
      bad: withLine('alpha', mappedTo('999')),
      good: withLine('alpha', mappedTo('101')),
    },
  ],
  'mapping-shared': [
    {
      of: 'same mapping',
      bad: withMoreLines(priced('again', ALPHA, '3500000', mappedTo('101'))),
      good: withMapping(
        withMoreLines(priced('again', ALPHA, '3500000', mappedTo('104'))),
        mapping('104', '100'),
      ),
    },
    {
      of: 'same values',
      bad: withMapping(
        withMoreLines(priced('again', ALPHA, '3500000', mappedTo('104'))),
        mapping('104', '100', { configurations: { '1': 'placement 101' } }),
      ),
      good: withMapping(
        withMoreLines({ ...priced('again', ALPHA, '3500000', mappedTo('104')), ...off }),
        mapping('104', '100', { configurations: { '1': 'placement 101' } }),
      ),
    },
  ],
  'mapping-orphan': [{ bad: withMapping(GOOD, mapping('104', '100')), good: GOOD }],
  'mapping-for-foreign-unit': [
    {
      of: 'ad unit that is not in the group',
      bad: withMapping(
        withLine('alpha', {
          adUnitMappings: { ...alpha.adUnitMappings, [OTHER_UNIT]: mappingName(OTHER_UNIT, '104') },
        }),
        mapping('104', '100', { adUnitId: OTHER_UNIT }),
      ),
      good: GOOD,
    },
    {
      of: 'mapping of another ad unit',
      bad: {
        ...GOOD,
        mappings: [{ ...mapping('101', '100'), adUnitId: OTHER_UNIT }, ...GOOD.mappings.slice(1)],
      },
      good: GOOD,
    },
  ],
  'adapter-gone': [
    {
      of: 'adapter',
      bad: { ...GOOD, mappings: [mapping('101', '999'), ...GOOD.mappings.slice(1)] },
      good: GOOD,
    },
    { of: 'ad source', bad: withMoreLines(line('gone', '999')), good: withMoreLines(line('here', '50')) },
  ],
  'config-missing': [
    { of: 'empty', bad: withValues({ '1': '' }), good: withValues({ '1': 'a', '2': '' }) },
    { of: 'absent', bad: withValues({ '2': 'label' }), good: withValues({ '1': 'a' }) },
    { of: 'placeholder', bad: withValues({ '1': '<placement>' }), good: withValues({ '1': 'nonesuch' }) },
    {
      of: 'words of a guide',
      bad: withValues({ '1': 'YOUR_ZONE_ID' }),
      good: withValues({ '1': 'yourzone' }),
    },
    { of: 'blank', bad: withValues({ '1': 'abc ' }), good: withValues({ '1': 'a b' }) },
  ],
  'bidding-and-waterfall': [
    {
      bad: withMapping(withMoreLines(line('bid', ALPHA_BIDDING, mappedTo('104'))), mapping('104', '110')),
      good: withMapping(
        withLines(own, { ...alpha, ...off }, beta, gamma, line('bid', ALPHA_BIDDING, mappedTo('104'))),
        mapping('104', '110'),
      ),
    },
  ],
  'bidding-missing': [
    {
      bad: { ...withLines(own, alpha, beta), mappings: GOOD.mappings.slice(0, 2) },
      good: {
        ...withLines(own, beta, line('s', '50')),
        mappings: GOOD.mappings.slice(1, 2),
      },
    },
  ],
  'bidding-duplicate': [
    {
      bad: withMoreLines(line('one', SIMPLE_BIDDING), line('two', SIMPLE_BIDDING)),
      good: withMoreLines(line('one', SIMPLE_BIDDING), line('two', SIMPLE_BIDDING, off)),
    },
  ],
  'bidding-with-manual-price': [
    {
      bad: withLine('gamma', { cpmMode: 'MANUAL', cpmMicros: '1000000' }),
      good: withLine('gamma', { cpmMode: 'LIVE' }),
    },
  ],
  'cpm-tie': [{ bad: priceOfAlpha('2000000'), good: priceOfAlpha('3000000') }],
  'cpm-step': [
    { of: 'close', bad: priceOfAlpha('2100000'), good: priceOfAlpha('2105264') },
    { of: 'gap', bad: priceOfAlpha('6000001'), good: priceOfAlpha('6000000') },
  ],
  'cpm-typo': [
    { of: '10 times the next', bad: priceOfAlpha('20000001'), good: priceOfAlpha('6000000') },
    {
      of: 'above $100',
      bad: withLines(own, { ...alpha, cpmMicros: '100000001' }, { ...beta, cpmMicros: '50000000' }, gamma),
      good: withLines(own, { ...alpha, cpmMicros: '100000000' }, { ...beta, cpmMicros: '50000000' }, gamma),
    },
    { of: 'little for a rewarded ad', bad: rewarded('49999'), good: rewarded('50000') },
  ],
  'cpm-stale': [
    {
      bad: withGroup({ updatedAt: NOW - 30 * DAY - 1 }),
      good: withGroup({
        updatedAt: NOW - 31 * DAY,
        lines: [own, { ...alpha, pricedAt: NOW - DAY }, { ...beta, pricedAt: NOW - 30 * DAY }, gamma],
      }),
    },
  ],
  'cpm-off': [
    {
      bad: withStatistics({ alpha: sums({ impressions: 1000, revenueMicros: 3_999_000n }) }),
      good: withStatistics({ alpha: sums({ impressions: 1000, revenueMicros: 4_000_000n }) }),
    },
    {
      of: 'few impressions',
      bad: withStatistics({ alpha: sums({ impressions: 1000, revenueMicros: 6_001_000n }) }),
      good: withStatistics({ alpha: sums({ impressions: 999, revenueMicros: 6_001_000n }) }),
    },
    {
      of: 'a price that was just changed',
      bad: withStatistics({ alpha: sums({ impressions: 1000, revenueMicros: 3_999_000n }) }),
      good: withStatistics(
        { alpha: sums({ impressions: 1000, revenueMicros: 3_999_000n }) },
        withLine('alpha', { repricedAt: NOW - 8 * DAY + 1 }),
      ),
    },
  ],
  'lines-many': [{ bad: withMoreLines(...many(42)), good: withMoreLines(...many(41)) }],
  'networks-many': [{ bad: withMoreLines(...simple(6)), good: withMoreLines(...simple(5)) }],
  'network-single': [
    {
      bad: { ...withLines(own, gamma), mappings: GOOD.mappings.slice(2) },
      good: { ...withLines(own, beta, gamma), mappings: GOOD.mappings.slice(1) },
    },
  ],
  'line-low-share': [
    {
      bad: withStatistics({
        alpha: sums({ revenueMicros: 981_000n }),
        beta: sums({ revenueMicros: 19_000n }),
      }),
      good: withStatistics({
        alpha: sums({ revenueMicros: 980_000n }),
        beta: sums({ revenueMicros: 20_000n }),
      }),
    },
    {
      of: 'a price that was just changed',
      bad: withStatistics({
        alpha: sums({ revenueMicros: 981_000n }),
        beta: sums({ revenueMicros: 19_000n }),
      }),
      good: withStatistics(
        { alpha: sums({ revenueMicros: 981_000n }), beta: sums({ revenueMicros: 19_000n }) },
        withLine('beta', { repricedAt: NOW - 15 * DAY + 1 }),
      ),
    },
  ],
  'device-money-off': [
    {
      bad: {
        ...GOOD,
        statistics: {
          lines: new Map(),
          experiments: new Map(),
          moneyDifferences: [
            {
              adSourceId: alpha.adSourceId,
              estimatedMicros: 30_000_000n,
              settledMicros: 20_000_000n,
              currencyCode: 'EUR',
            },
          ],
        },
      },
      good: { ...GOOD, statistics: { lines: new Map(), experiments: new Map(), moneyDifferences: [] } },
    },
  ],
  'line-no-fill': [
    {
      bad: withStatistics({ beta: sums({ matchedRequests: 19, revenueMicros: 1n }) }),
      good: withStatistics({ beta: sums({ matchedRequests: 20, revenueMicros: 1n }) }),
    },
    {
      of: 'a price that was just changed',
      bad: withStatistics({ beta: sums({ matchedRequests: 19, revenueMicros: 1n }) }),
      good: withStatistics(
        { beta: sums({ matchedRequests: 19, revenueMicros: 1n }) },
        withLine('beta', { repricedAt: NOW - 8 * DAY + 1 }),
      ),
    },
  ],
  'line-split': [
    {
      bad: withStatistics({ alpha: sums({ matchedRequests: 1001 }) }),
      good: withStatistics({ alpha: sums({ matchedRequests: 1000 }), beta: sums({ matchedRequests: 5000 }) }),
    },
    {
      of: 'a price that was just changed',
      bad: withStatistics({ alpha: sums({ matchedRequests: 1001 }) }),
      good: withStatistics(
        { alpha: sums({ matchedRequests: 1001 }) },
        withLine('alpha', { repricedAt: NOW - 8 * DAY + 1 }),
      ),
    },
  ],
  'unit-many-groups': [
    {
      bad: { ...GOOD, groups: Array.from({ length: 801 }, (_, id) => group(String(id), { priority: id })) },
      good: GOOD,
    },
  ],
  'group-large': [{ bad: withValues({ '1': textOf(840_000) }), good: withValues({ '1': textOf(830_000) }) }],
  'snapshot-large': [{ bad: ofCharacters(14_000_000), good: ofCharacters(13_000_000) }],
  'name-duplicate': [
    {
      of: 'lines',
      bad: withLine('alpha', { displayName: 'Line beta' }),
      good: withLine('alpha', { displayName: 'Line alpha' }),
    },
  ],
  'name-default': [
    {
      of: 'lines of one source',
      bad: withMoreLines(
        line('one', '50', { displayName: 'Network 0' }),
        line('two', '50', { displayName: 'Network 0, tablets' }),
      ),
      good: withMoreLines(line('one', '50', { displayName: 'Network 0' }), line('two', '51')),
    },
  ],
};
