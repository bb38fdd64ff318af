import { describe, expect, it } from 'vitest';
import { runs } from '../../support/runs.ts';
import { hasLeader, isSignificantOnSomeDay, shareOf } from './support/simulation.ts';

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** With these numbers of users, the smaller arm has 2000 users after a third of the days. */
const AA_TESTS = [
  { treatmentPercentage: 1, users: 600_000 },
  { treatmentPercentage: 10, users: 60_000 },
  { treatmentPercentage: 50, users: 12_000 },
] as const;

const EXPERIMENTS = { histories: runs(3), shuffles: 15 };

describe('Experiments that are looked at every day for 60 days', () => {
  it.each(AA_TESTS)(
    'A/A tests with a share of $treatmentPercentage % give false verdicts at most 5 %',
    ({ treatmentPercentage, users }) => {
      const population = { users, days: 60, sigma: 1.5 };
      const share = shareOf(hasLeader, population, { treatmentPercentage, lift: 0 }, EXPERIMENTS);
      console.log(`A/A with ${treatmentPercentage} % of ${users} users: ${percent(share)} false verdicts`);
      expect(share).toBeLessThanOrEqual(0.05);
    },
  );

  it('daily looks at the bounds for a single look give many more false verdicts', () => {
    const population = { users: 12_000, days: 60, sigma: 1.5 };
    const variants = { treatmentPercentage: 50, lift: 0 };
    const share = shareOf(isSignificantOnSomeDay, population, variants, { histories: runs(3), shuffles: 20 });
    console.log(`A/A with 50 % of 12000 users, bounds of a single look: ${percent(share)} false verdicts`);
    expect(share).toBeGreaterThan(0.1);
  });
});

const LIFTS = [0.05, 0.1, 0.2, 0.3];
const POWER = [
  { treatmentPercentage: 50, users: [12_000, 60_000, 240_000] },
  { treatmentPercentage: 10, users: [60_000, 240_000] },
  { treatmentPercentage: 1, users: [600_000] },
];
const ROUNDS = { histories: runs(1), shuffles: 12 };

describe('The differences that are detected by the number of users, in 20 days', () => {
  it('more users and larger differences are detected more often', () => {
    const rows = POWER.flatMap(({ treatmentPercentage, users }) =>
      users.map((count) => {
        const population = { users: count, days: 20, sigma: 1.5 };
        const shares = LIFTS.map((lift) =>
          shareOf(hasLeader, population, { treatmentPercentage, lift }, ROUNDS),
        );
        return { treatmentPercentage, count, shares };
      }),
    );
    console.log(`share  users    ${LIFTS.map((lift) => `+${percent(lift)}`.padEnd(9)).join('')}`);
    for (const { treatmentPercentage, count, shares } of rows) {
      const cells = shares.map((share) => percent(share).padEnd(9)).join('');
      console.log(`${`${treatmentPercentage} %`.padEnd(7)}${String(count).padEnd(9)}${cells}`);
    }
    for (const { shares } of rows) expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    const largest = rows
      .filter(({ treatmentPercentage }) => treatmentPercentage === 50)
      .map(({ shares }) => shares[3]!);
    expect(largest).toEqual(largest.toSorted((one, other) => one - other));
    expect(largest[1]).toBeGreaterThan(0.95);
  });
});
