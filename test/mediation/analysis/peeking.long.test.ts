import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pValue } from '../../../src/mediation/experiment/analysis/confidence-sequence.ts';
import { differenceOf, widest } from '../../../src/mediation/experiment/analysis/effect.ts';
import { bothVariances, type Sample } from '../../../src/mediation/experiment/analysis/variances.ts';
import { randomOf } from '../../support/random.ts';
import { normal, type Random } from './support/simulation.ts';

interface Row {
  readonly total_users: number;
  readonly share_b: number;
  readonly look_every: number;
  readonly Nstar: number;
  readonly lognormal_sigma?: number;
  readonly sigma_a?: number;
  readonly sigma_b?: number;
  readonly lift?: number;
  readonly min_users_smaller_arm: number;
  readonly reps: number;
  readonly welch: number;
  readonly pooled: number;
  readonly max: number;
}

const url = new URL('../../vectors/mediation-product/peeking.json', import.meta.url);
const vectors: Readonly<Record<string, readonly Row[]>> = JSON.parse(readFileSync(url, 'utf8'));
const KINDS = ['welch', 'pooled', 'max'] as const;
const EXPERIMENTS = 400;
const ALPHA = 0.05;
const WITHOUT_REVENUE = 0.3;

class Arm {
  #users = 0;
  #sum = 0;
  #squares = 0;
  readonly #sigma: number;
  readonly #scale: number;

  constructor(sigma: number, lift: number) {
    this.#sigma = sigma;
    this.#scale = (1 + lift) * Math.exp(-(sigma ** 2) / 2);
  }

  get users(): number {
    return this.#users;
  }

  enter(random: Random): void {
    this.#users += 1;
    if (random() < WITHOUT_REVENUE) return;
    const revenue = this.#scale * Math.exp(this.#sigma * normal(random));
    this.#sum += revenue;
    this.#squares += revenue ** 2;
  }

  /** An arm in which each user is a slot. */
  sample(): Sample {
    const mean = this.#sum / this.#users;
    const squares = this.#squares - this.#sum * mean;
    return { slotCount: this.#users, users: this.#users, mean, squares };
  }
}

/** The estimates of the variance with which any look called a difference. */
function calledBy(row: Row, random: Random): ReadonlySet<string> {
  const { sigma_a: sigmaA, sigma_b: sigmaB, lognormal_sigma: sigma = 0, lift = 0 } = row;
  const [a, b] = [new Arm(sigmaA ?? sigma, 0), new Arm(sigmaB ?? sigma, lift)];
  const called = new Set<string>();
  for (let user = 1; user <= row.total_users && called.size < KINDS.length; user += 1) {
    (random() < row.share_b ? b : a).enter(random);
    const smaller = Math.min(a.users, b.users);
    if (user % row.look_every !== 0 || smaller < Math.max(2, row.min_users_smaller_arm)) continue;
    const [welch, pooled] = bothVariances(a.sample(), b.sample()).map(differenceOf);
    const estimates = { welch: welch!, pooled: pooled!, max: widest([welch!, pooled!]) };
    for (const kind of KINDS) {
      const sequence = { nStar: row.Nstar, alpha: ALPHA };
      if (pValue(estimates[kind], user, sequence) < ALPHA) called.add(kind);
    }
  }
  return called;
}

describe('The share of experiments in which a difference is called, as in an independent simulation', () => {
  const rows = ['Welch, pooled, larger of both', 'equal means, unequal spread']
    .flatMap((name) => vectors[name]!)
    .filter((row) => row.total_users === 20_000 && [0, 500].includes(row.min_users_smaller_arm));

  it.each(rows.map((row) => [JSON.stringify(row), row] as const))(
    'the simulation calls a difference as often as the independent one: %s',
    (_, row) => {
      const random = randomOf(1);
      const found = { welch: 0, pooled: 0, max: 0 };
      for (let run = 0; run < EXPERIMENTS; run += 1) {
        for (const kind of calledBy(row, random)) found[kind as keyof typeof found] += 1;
      }
      for (const kind of KINDS) {
        // Both shares vary by chance: three standard errors of their difference.
        const likely = (found[kind] + row[kind] * row.reps + 1) / (EXPERIMENTS + row.reps + 2);
        const error = Math.sqrt(likely * (1 - likely) * (1 / EXPERIMENTS + 1 / row.reps));
        expect(Math.abs(found[kind] / EXPERIMENTS - row[kind]), kind).toBeLessThanOrEqual(3 * error);
      }
    },
  );
});
