import { DAY } from '../../../../src/conventions/time.ts';
import type { LintAdUnit, LintModel } from '../../../../src/mediation/lint/index.ts';
import {
  BETA,
  GOOD,
  group,
  IOS_UNIT,
  line,
  mapping,
  mappingName,
  NOW,
  OTHER_UNIT,
  OWN,
  priced,
  UNIT,
  withGroup,
  withTargeting,
} from '../support/good-model.ts';
import type { Cases } from './index.ts';

const TARGETING = group('1').targeting;
type Group = ReturnType<typeof group>;

const groups = (...all: readonly Group[]): LintModel => ({ ...GOOD, groups: all });

const targeted = (id: string, targeting: Partial<Group['targeting']>, more: Partial<Group> = {}) =>
  group(id, { targeting: { ...TARGETING, ...targeting }, ...more });

const rest = group('9', { priority: 99 });

const IOS_UNITS: readonly LintAdUnit[] = [
  { adUnitId: IOS_UNIT, displayName: 'Start', format: 'BANNER', platform: 'IOS' },
];
const IOS_MAPPINGS = [
  mapping('104', '201', { adUnitId: IOS_UNIT }),
  mapping('105', '311', { adUnitId: IOS_UNIT }),
];

const iosGroup = (
  id: string,
  idfaTargeting: 'ALL' | 'AVAILABLE' | 'NOT_AVAILABLE',
  more: Partial<Group> = {},
) =>
  targeted(
    id,
    { platform: 'IOS', adUnitIds: [IOS_UNIT], idfaTargeting },
    {
      lines: [
        line('own', OWN),
        priced('beta', BETA, '2000000', {
          adUnitMappings: { [IOS_UNIT]: mappingName(IOS_UNIT, '104') },
        }),
        line('gamma', '31', { adUnitMappings: { [IOS_UNIT]: mappingName(IOS_UNIT, '105') } }),
      ],
      ...more,
    },
  );

const ios = (...all: readonly Group[]): LintModel => ({
  ...GOOD,
  inventory: IOS_UNITS,
  mappings: IOS_MAPPINGS,
  groups: all,
});

const ageless = ({ createdAt: _, ...rest }: Group): Group => rest;
const withoutInventory = ({ inventory: _, ...rest }: LintModel): LintModel => rest;
const older = { createdAt: NOW - 200 * DAY };
const OTHER: LintAdUnit = {
  adUnitId: OTHER_UNIT,
  displayName: 'Other',
  format: 'BANNER',
  platform: 'ANDROID',
};

export const TARGETING_CASES: Cases = {
  'overlap-unresolved': [
    {
      of: 'specific and general group',
      bad: groups(targeted('1', { targetedRegionCodes: ['DE'] }), group('2')),
      good: groups(targeted('1', { targetedRegionCodes: ['DE'] }, { priority: 1 }), group('2')),
    },
    {
      of: 'common region',
      bad: groups(
        targeted('1', { targetedRegionCodes: ['DE', 'AT'] }),
        targeted('2', { targetedRegionCodes: ['AT', 'CH'] }, older),
        rest,
      ),
      good: groups(
        targeted('1', { targetedRegionCodes: ['DE', 'AT'] }, { priority: 1 }),
        targeted('2', { targetedRegionCodes: ['CH'] }, { priority: 1 }),
        rest,
      ),
    },
  ],
  'group-shadowed': [
    {
      of: 'by a group without restrictions',
      bad: groups(
        group('1', { priority: 1 }),
        targeted('2', { targetedRegionCodes: ['DE'] }, { priority: 2 }),
      ),
      good: groups(
        group('1', { priority: 2 }),
        targeted('2', { targetedRegionCodes: ['DE'] }, { priority: 1 }),
      ),
    },
    {
      of: 'by several groups together',
      bad: groups(
        targeted('1', { targetedRegionCodes: ['DE'] }, { priority: 1 }),
        targeted('2', { targetedRegionCodes: ['AT'] }, { priority: 1 }),
        targeted('3', { targetedRegionCodes: ['AT', 'DE'] }, { priority: 2 }),
        rest,
      ),
      good: groups(
        targeted('1', { targetedRegionCodes: ['DE'] }, { priority: 1 }),
        targeted('2', { targetedRegionCodes: ['AT'] }, { priority: 1 }),
        targeted('3', { targetedRegionCodes: ['AT', 'DE', 'CH'] }, { priority: 2 }),
        rest,
      ),
    },
    {
      of: 'of unknown age, by a group of unknown age',
      bad: groups(ageless(group('1', { priority: 1 })), ageless(group('2', { priority: 2 }))),
      good: groups(
        ageless(group('1', { priority: 1 })),
        ageless(group('2', { priority: 2, state: 'DISABLED' })),
      ),
    },
  ],
  'region-impossible': [
    {
      of: 'UK',
      bad: groups(targeted('1', { targetedRegionCodes: ['UK'] }, { priority: 1 }), rest),
      good: groups(targeted('1', { targetedRegionCodes: ['GB'] }, { priority: 1 }), rest),
    },
    {
      of: 'EU in the excluded regions',
      bad: withTargeting({ excludedRegionCodes: ['EU'] }),
      good: withTargeting({ excludedRegionCodes: ['FR'] }),
    },
    {
      of: 'a number',
      bad: groups(targeted('1', { targetedRegionCodes: ['419'] }, { priority: 1 }), rest),
      good: groups(targeted('1', { targetedRegionCodes: ['MX'] }, { priority: 1 }), rest),
    },
  ],
  'region-gap': [
    {
      bad: groups(targeted('1', { targetedRegionCodes: ['DE'] })),
      good: groups(
        targeted('1', { targetedRegionCodes: ['DE'] }),
        targeted('2', { excludedRegionCodes: ['DE'] }),
      ),
    },
  ],
  'unit-ungrouped': [
    {
      bad: { ...GOOD, inventory: [...GOOD.inventory, OTHER] },
      good: { ...GOOD, inventory: GOOD.inventory },
    },
  ],
  'unit-missing': [
    {
      of: 'no ad units',
      bad: { ...withoutInventory(withTargeting({ adUnitIds: [] })), mappings: [] },
      good: withoutInventory(GOOD),
    },
    {
      of: 'ad unit that is gone',
      bad: withTargeting({ adUnitIds: [UNIT, OTHER_UNIT] }),
      good: withTargeting({ adUnitIds: [UNIT] }),
    },
  ],
  'format-mismatch': [
    {
      of: 'ad unit',
      bad: { ...GOOD, inventory: [{ ...OTHER, adUnitId: UNIT, format: 'REWARDED' }] },
      good: { ...GOOD, inventory: [{ ...OTHER, adUnitId: UNIT, format: 'BANNER_INTERSTITIAL' }] },
    },
    {
      of: 'adapter',
      bad: {
        ...withTargeting({ format: 'NATIVE' }),
        inventory: [{ ...OTHER, adUnitId: UNIT, format: 'NATIVE' }],
      },
      good: {
        ...withTargeting({ format: 'REWARDED' }),
        inventory: [{ ...OTHER, adUnitId: UNIT, format: 'REWARDED' }],
      },
    },
  ],
  'platform-mismatch': [
    {
      of: 'ad unit',
      bad: { ...GOOD, inventory: [{ ...OTHER, adUnitId: UNIT, platform: 'IOS' }] },
      good: GOOD,
    },
    {
      of: 'adapter',
      bad: { ...GOOD, mappings: [mapping('101', '101'), ...GOOD.mappings.slice(1)] },
      good: { ...GOOD, mappings: [mapping('101', '100'), ...GOOD.mappings.slice(1)] },
    },
  ],
  'disabled-only': [
    {
      bad: groups(group('1'), group('2', { state: 'DISABLED', updatedAt: NOW - 30 * DAY })),
      good: groups(group('1'), group('2', { state: 'DISABLED', updatedAt: NOW - 29 * DAY })),
    },
  ],
  'idfa-on-android': [
    {
      bad: withTargeting({ idfaTargeting: 'AVAILABLE' }),
      good: withTargeting({ idfaTargeting: 'ALL' }),
    },
  ],
  'idfa-uncovered': [
    {
      of: 'without the IDFA',
      bad: ios(iosGroup('1', 'AVAILABLE', { priority: 1 })),
      good: ios(iosGroup('1', 'AVAILABLE', { priority: 1 }), iosGroup('2', 'NOT_AVAILABLE', { priority: 2 })),
    },
    {
      of: 'with the IDFA',
      bad: ios(iosGroup('1', 'NOT_AVAILABLE', { priority: 1 })),
      good: ios(iosGroup('1', 'NOT_AVAILABLE', { priority: 1 }), iosGroup('2', 'ALL')),
    },
  ],
  'name-duplicate': [
    {
      of: 'groups',
      bad: groups(
        targeted('1', { targetedRegionCodes: ['DE'] }, { displayName: 'Start', priority: 1 }),
        group('2', { displayName: 'Start' }),
      ),
      good: groups(
        targeted('1', { targetedRegionCodes: ['DE'] }, { displayName: 'Start, Germany', priority: 1 }),
        group('2', { displayName: 'Start' }),
      ),
    },
  ],
  'name-default': [
    {
      of: 'group',
      bad: withGroup({ displayName: 'New group 2' }),
      good: withGroup({ displayName: 'Group chat' }),
    },
  ],
  'exception-ended': [
    {
      bad: { ...GOOD, exceptions: [{ rule: 'cpm-tie', reason: 'A test.', until: NOW }] },
      good: { ...GOOD, exceptions: [{ rule: 'cpm-tie', reason: 'A test.', until: NOW + 1 }] },
    },
  ],
};
