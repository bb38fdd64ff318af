import { type Static, Type } from 'typebox';
import { AnalysisProblem, AnalysisPurpose } from './enums.ts';
import { boolean, double, int64, listOf, member, message, oneOf, output, text } from './message.ts';

const count = (description: string) => Type.Integer({ description, format: 'int32' });

const Interval = message('ExperimentInterval', 'An estimate with bounds that hold at all looks together.', {
  value: double('The estimate.'),
  lower: double('The lower bound.'),
  upper: double('The upper bound.'),
});

const Arm = message('ExperimentArm', 'What came in for one variant. Micros are of currencyCode.', {
  users: int64('Users who entered the experiment.'),
  impressions: int64('Impressions.'),
  revenueMicros: int64('Estimated revenue.'),
  revenuePerUserMicros: double('Revenue for each user: the figure that decides.'),
  impressionsPerUser: double('Impressions for each user.'),
  ecpmMicros: double('Revenue for a thousand impressions.'),
  scaledMonthlyEarningsMicros: double('Revenue of 28 days if the variant had all traffic.'),
});

const Look = message('ExperimentLook', 'What one daily look saw.', {
  date: text('YYYY-MM-DD in the time zone of the account: the last day that counted.'),
  users: int64('Users of both variants up to then.'),
  difference: member(Interval, 'Revenue for each user of variant B minus that of variant A, in micros.'),
  lift: member(Interval, 'The difference as a share of variant A; absent while variant A earns nothing.'),
});

const SampleRatio = message('ExperimentSampleRatio', 'Whether users are split as they should be.', {
  chiSquare: double('Statistic of the chi-square test, for display only.'),
  pValue: double('Its probability without a fault; 0.001 is the usual line.'),
  lnBayesFactor: double('Logarithm of how much likelier another split is.'),
  alarm: boolean('Whether it ever was above 1000, so that the data cannot be used.'),
});

export const MediationAbExperimentAnalysis = message(
  'MediationAbExperimentAnalysis',
  'What the statistics of an experiment say, as of the last daily look. It is advice only.',
  {
    date: text('YYYY-MM-DD in the time zone of the account: the last day that counts.'),
    problem: oneOf(
      'MediationAbExperimentAnalysis.Problem',
      AnalysisProblem,
      'Why variantLeader is INSUFFICIENT_DATA.',
    ),
    since: text('YYYY-MM-DD: the day from which on there is a leader.'),
    purpose: oneOf('MediationAbExperimentAnalysis.Purpose', AnalysisPurpose, 'What the share is good for.'),
    currencyCode: text('Currency of all amounts, as of ISO 4217.'),
    leftOutCurrencyCodes: listOf(Type.String(), 'Currencies that could not be converted and do not count.'),
    fullDays: count('Full days with data on which the group was not paused.'),
    control: member(Arm, 'Variant A.'),
    treatment: member(Arm, 'Variant B.'),
    difference: member(Interval, 'Revenue for each user of variant B minus that of variant A, in micros.'),
    lift: member(Interval, 'The difference as a share of variant A.'),
    pValue: double('The smallest p-value of all looks.'),
    equivalent: boolean('Whether the variants differ by 2 % at most.'),
    sampleRatio: member(SampleRatio, 'Whether users are split as they should be.'),
    usersForFivePercent: int64(
      'Users of both variants with which a difference of 5 % is found, 8 times of 10.',
    ),
    daysForFivePercent: count('Days until there are as many users, if they come in as before.'),
    looks: listOf(Look, 'The daily looks from the first possible verdict on; not in lists.'),
  },
);
export type MediationAbExperimentAnalysis = Static<typeof MediationAbExperimentAnalysis>;

export const analysis = output(
  member(MediationAbExperimentAnalysis, 'Output only, in get and list: what the statistics say.'),
);
