import { percentText } from '../../../../src/conventions/percent.ts';

export const analysis = {
  none: 'There is no result yet. The server looks at the statistics once a day, for the first time after the first full day.',
  title: 'Result so far',
  result: 'Result',
  restsOn: 'What the result rests on',
  liftBetween: (lower: string, upper: string) =>
    `revenue for each user with variant B, between ${lower} and ${upper}`,
  why: 'Why: the rules of the result, in their order',
  rules: {
    split: 'Users are divided between the variants as planned',
    impressions: 'Enough impressions',
    users: 'Enough users in the smaller variant',
    days: 'Enough full days',
    bounds: 'The difference is above or below zero, with its bounds',
    above: 'A daily look found the difference above zero, with its bounds',
    below: 'A daily look found the difference below zero, with its bounds',
  },
  has: (has: string, needs: string) => `${has}; at least ${needs}`,
  ruleStates: { met: 'met', unmet: 'not met yet', open: 'not looked at' },
  looks: 'The daily looks, newest first',
  look: {
    date: 'Until',
    lift: 'Lift',
    amount: 'More from 1,000 users',
    within: (value: string, lower: string, upper: string) => `${value} (${lower} to ${upper})`,
  },
  now: 'What now',
  leaders: {
    CONTROL: 'Variant A earns more',
    TREATMENT: 'Variant B earns more',
    INSUFFICIENT_DATA: 'Not enough data',
    TOO_EARLY_TO_CALL: 'Too early to tell',
    NO_VARIANT_LEADER: 'No winner so far',
  },
  advice: {
    noSlots:
      'No statistics of users came in. Check that the app sends slots and new users of the experiment.',
    fewImpressions: 'Wait until there are 10,000 impressions.',
    fewUsers: 'Wait until each variant has 2,000 users. With fewer, a few big spenders decide.',
    alarm:
      'Do not decide by these data: the variants have other numbers of users than their shares. Stop the experiment, find the fault in the app, and start a new one.',
    wait: 'Wait. A result needs enough full days; whole weeks are better, because people spend differently at weekends.',
    keepA: 'Stop the experiment and keep variant A. The result is certain enough to act on.',
    keepB: 'Stop the experiment and keep variant B. The result is certain enough to act on.',
    equivalent: `The variants differ by ${percentText(0.02)} at most. Keep the one that is simpler.`,
    safety: `No harm is seen. A share of ${percentText(0.01)} hardly ever finds a winner: start an experiment with ${percentText(0.5)} to find one.`,
    undecided:
      'Wait for more users, or stop and keep variant A: the difference is too small to be seen so far.',
  },
  leftOut: (codes: string) =>
    `Revenue in ${codes} does not count, because the server has no exchange rate for it.`,
  since: 'Result since',
  days: 'Full days',
  daysUntil: (days: number, date: string) => `${days}, up to ${date}`,
  fivePercent: `To find a difference of ${percentText(0.05)}`,
  users5: (users: string, days: number) =>
    days === 0
      ? `${users} users, reached`
      : `${users} users, in about ${days === 1 ? '1 day' : `${days} days`}`,
  picture: (value: string, lower: string, upper: string, date: string) =>
    `Lift on ${date}, the revenue for each user of variant B against variant A: ${value}, between ${lower} and ${upper}`,
  noLift: (value: string, lower: string, upper: string, date: string) =>
    `Variant A has no revenue, so there is no lift in per cent. Revenue of 1,000 users of variant B minus variant A on ${date}: ${value}, between ${lower} and ${upper}`,
  caption: `The lift at each daily look. The band has the bounds, which hold for all looks together with ${percentText(0.95)} certainty. Above the dashed line of zero variant B earns more, below it variant A. The result follows from the bounds of the amounts, which are in the table.`,
  arms: 'Figures of the variants',
  variant: 'Variant',
  users: 'Users',
  perUser: 'Revenue of 1,000 users',
  impressionsPerUser: 'Impressions for each user',
  ecpm: 'eCPM',
} as const;
