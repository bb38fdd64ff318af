import { DAY, HOUR } from '../../../../src/conventions/time.ts';
import type { LintLine } from '../../../../src/mediation/lint/index.ts';
import {
  ALPHA,
  BETA,
  GAMMA_BIDDING,
  group,
  line,
  mappedTo,
  NOW,
  priced,
  variantB,
  withExperiment,
  withUsers,
} from '../support/good-model.ts';
import type { Cases } from './index.ts';

const sameAsA = group('1').lines.map((one): LintLine => ({ ...one, lineId: `${one.lineId}-b` }));
const b = [
  priced('alpha-b', ALPHA, '5000000', mappedTo('101')),
  priced('beta-b', BETA, '2000000', mappedTo('102')),
  line('gamma-b', GAMMA_BIDDING, mappedTo('103')),
];
const simple = (count: number) => Array.from({ length: count }, (_, index) => line(`s${index}`, `5${index}`));

export const EXPERIMENT_CASES: Cases = {
  'experiment-long': [
    {
      of: 'more than 30 days',
      bad: withExperiment({ startedAt: NOW - 30 * DAY - 1, endsAt: NOW + 60 * DAY }),
      good: withExperiment({ startedAt: NOW - 30 * DAY, endsAt: NOW + 60 * DAY }),
    },
    {
      of: 'less than 7 days left',
      bad: withExperiment({ endsAt: NOW + 7 * DAY - 1 }),
      good: withExperiment({ endsAt: NOW + 7 * DAY }),
    },
    {
      of: 'ended without a decision',
      bad: withExperiment({ endsAt: NOW }),
      good: { ...withExperiment(), experiments: [], groups: [group('1')] },
    },
  ],
  'experiment-changed': [{ bad: withExperiment({ linesChangedAt: NOW - DAY }), good: withExperiment({}) }],
  'experiment-many-variables': [
    {
      bad: withExperiment({}, variantB(...b, ...simple(4))),
      good: withExperiment({}, variantB(...b, ...simple(3))),
    },
  ],
  'experiment-aa': [
    {
      bad: withExperiment({}, variantB(...sameAsA)),
      good: withExperiment({}, variantB(...sameAsA, line('new', '50'))),
    },
  ],
  'experiment-starved': [
    {
      of: 'users a day',
      bad: withUsers({ dailyUsers: 14_999 }),
      good: withUsers({ dailyUsers: 15_000 }),
    },
    {
      of: 'smaller variant',
      bad: withUsers({ users: { A: 50_000, B: 222 } }),
      good: withUsers({ users: { A: 50_000, B: 223 } }),
    },
    {
      of: 'no traffic',
      bad: withUsers({ lastTrafficAt: NOW - 48 * HOUR - 1 }),
      good: withUsers({ lastTrafficAt: NOW - 48 * HOUR }),
    },
  ],
  'experiment-srm': [
    { bad: withUsers({ sampleRatioAlarm: true }), good: withUsers({ sampleRatioAlarm: false }) },
  ],
};
