import { DAY, HOUR } from '../../../conventions/time.ts';
import { LEADER_THRESHOLDS } from '../../experiment/analysis/variant-leader.ts';
import { hasEnded } from '../lint-facts.ts';
import type { LintExperiment } from '../model.ts';
import type { Rule } from '../rule.ts';
import type { ExperimentStatistics } from '../statistics.ts';
import { groupWords } from '../words.ts';
import { inEachExperiment } from './experiments.ts';

const LEAST_DAILY_USERS = 15_000;
const LONG_WITHOUT_TRAFFIC = 48 * HOUR;

function starved(
  { startedAt = 0, endsAt = 0 }: LintExperiment,
  { users, days, dailyUsers, lastTrafficAt = startedAt }: ExperimentStatistics,
  now: number,
): string | undefined {
  if (now - lastTrafficAt > LONG_WITHOUT_TRAFFIC) return 'has had no traffic for 48 hours';
  if (days < 1) return undefined;
  const smaller = Math.min(users.A, users.B);
  const expected = smaller + (smaller / days) * ((endsAt - now) / DAY);
  const needed = LEADER_THRESHOLDS.usersOfSmallerArm;
  if (expected < needed) {
    return `will not have ${needed} users in the smaller variant before it ends`;
  }
  if (dailyUsers < LEAST_DAILY_USERS) return `has ${dailyUsers} users a day, less than ${LEAST_DAILY_USERS}`;
  return undefined;
}

export const EXPERIMENT_USERS: readonly Rule[] = [
  {
    id: 'experiment-starved',
    level: 'warning',
    text: 'An experiment has less than 15,000 users a day, will not have 2000 users in the smaller variant before it ends, or has had no traffic for 48 hours.',
    action: 'Give variant B a larger share, or run the experiment in a group with more traffic.',
    sources: ['LA'],
    statistics: true,
    check: inEachExperiment(function* (experiment, group, { statistics, now }) {
      const known = statistics?.experiments.get(experiment.experimentId ?? '');
      if (!known || hasEnded(experiment, now)) return;
      const problem = starved(experiment, known, now);
      if (problem) yield { text: `The experiment in ${groupWords(group)} ${problem}.` };
    }),
  },
  {
    id: 'experiment-srm',
    level: 'error',
    text: 'The users of an experiment are not divided as its percentage says.',
    action: 'Do not use the result. Find out why apps assign or report users of one variant more often.',
    sources: ['X'],
    statistics: true,
    check: inEachExperiment(function* ({ experimentId }, group, { statistics }) {
      const { users, sampleRatioAlarm } = statistics?.experiments.get(experimentId ?? '') ?? {};
      if (!users || !sampleRatioAlarm) return;
      const counts = `${users.A} users in variant A and ${users.B} in variant B`;
      yield { text: `The experiment in ${groupWords(group)} has ${counts}, which is not its percentage.` };
    }),
  },
];
