import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import measured from '../../bench/capacity/measured.json' with { type: 'json' };
import { SCALE_PARTS } from '../../bench/capacity/page.ts';
import { listsAt } from '../../bench/capacity/scale.ts';
import { type Simulation, simulate } from '../../bench/capacity/simulate.ts';
import year from '../../bench/capacity/year.json' with { type: 'json' };
import { DAY, HOUR } from '../../src/conventions/time.ts';
import { withGenerated } from '../docs/reference/generated.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const simulation: Simulation = {
  holders: 2000,
  seed: 1,
  days: 40,
  rules: { msoValidityDays: 30, msoRefreshDays: 20, msoRefreshSpreadDays: 1, spread: 24 * HOUR },
};
const sum = (values: Uint32Array) => values.reduce((all, value) => all + value, 0);

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['bench/capacity/main.ts', ...args], { encoding: 'utf8' });

describe('The simulator of refreshes', () => {
  it('each phone asks once in each refresh period', () => {
    expect(sum(simulate(simulation).served)).toBe(2000 * 2);
  });

  it('the same seed gives the same requests, another seed others', () => {
    expect(simulate(simulation)).toEqual(simulate(simulation));
    expect(simulate({ ...simulation, seed: 2 })).not.toEqual(simulate(simulation));
  });

  it('nobody is served in an outage, and afterwards everybody is', () => {
    const outage = { from: 5 * DAY, to: 6 * DAY };
    const { served, failed } = simulate({ ...simulation, outage });
    expect(sum(served.subarray(5 * 24, 6 * 24))).toBe(0);
    expect(sum(failed)).toBe(sum(failed.subarray(5 * 24, 6 * 24)));
    expect(sum(served)).toBeGreaterThanOrEqual(2000 * 2 - 200);
  });

  it('after a compromise each phone asks once more, within the time in which phones are notified', () => {
    const rules = { ...simulation.rules, compromise: { at: 5 * DAY, within: 24 * HOUR } };
    const { served } = simulate({ ...simulation, rules });
    expect(sum(served.subarray(5 * 24, 6 * 24))).toBe(2000);
    expect(sum(served.subarray(6 * 24, 25 * 24))).toBe(0);
  });

  it('with msoRefreshSpreadDays, they come back on as many days, and on each about as many phones', () => {
    const compromise = { at: 5 * DAY, within: 24 * HOUR };
    const rules = { ...simulation.rules, msoRefreshSpreadDays: 10, compromise };
    const { served } = simulate({ ...simulation, rules });
    // From day 5 + 15 on. Each phone also waits up to a day after expectedUpdate.
    const days = Array.from({ length: 10 }, (_, day) =>
      sum(served.subarray((20 + day) * 24, (21 + day) * 24)),
    );
    for (const count of days) expect(Math.abs(count - 200)).toBeLessThan(60);
    expect(sum(served.subarray(6 * 24, 20 * 24))).toBe(0);
  });
});

describe('npm run simulate', () => {
  it('it prints rates as JSON and draws a picture for light and dark pages', () => {
    const file = join(temporaryFolder('capacity'), 'year.svg');
    const { stdout, status } = run('--holders', '500', '--json', '--svg', file);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ holders: 500, msoRefreshDays: 20, batch: 10 });
    expect(readFileSync(file, 'utf8')).toContain('prefers-color-scheme: dark');
  });

  it('a wrong option has the status 2', () => {
    const { stderr, status } = run('--holders', 'many');
    expect(stderr).toContain('--holders takes a number');
    expect(status).toBe(2);
  });
});

describe('Status lists at scale', () => {
  const statusList = { entries: 1000, bytes: 100, milliseconds: 1 };
  const lists = (holders: number) => listsAt(holders, { ...measured, statusList });

  it('each day has lists of its own, filled four at a time, until the day after the last MSO ended', () => {
    // Half an MSO for each holder and day.
    expect([200, 8000, 8002].map((holders) => lists(holders).lists)).toEqual([4 * 32, 4 * 32, 8 * 32]);
  });

  it('a list of which few entries are used is smaller', () => {
    expect(lists(8000).bytes).toBeCloseTo(4 * 32 * 100);
    expect(lists(800).bytes).toBeLessThan(0.2 * lists(8000).bytes);
  });
});

describe('docs/explain/scale.md', () => {
  const page = readFileSync('docs/explain/scale.md', 'utf8');

  it.each(Object.entries(SCALE_PARTS))(
    'the %s are as the measurements give them (npm run docs)',
    (marker, make) => {
      expect(withGenerated(page, marker, make())).toBe(page);
    },
  );

  it('the picture shows the simulation of the tables', () => {
    const picture = readFileSync('docs/images/refresh-demand.svg', 'utf8');
    expect(picture).toContain(`${year.holders.toLocaleString('en-US')} phones`);
    for (const { name, perSecond } of year.peaks) {
      expect(picture).toContain(
        `${name}: ${perSecond.toLocaleString('en-US', { maximumFractionDigits: 0 })} MSOs a second`,
      );
    }
  });
});
