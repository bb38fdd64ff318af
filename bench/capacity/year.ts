import { DAY, HOUR } from '../../src/conventions/time.ts';
import type { Chart } from './charts.ts';
import type { PhoneRules } from './phone.ts';
import { type Demand, simulate } from './simulate.ts';

export interface YearOptions {
  readonly holders: number;
  readonly seed: number;
  readonly msoValidityDays: number;
  readonly msoRefreshDays: number;
  /** For a second run, beside the one with 1. */
  readonly msoRefreshSpreadDays: number;
  /** Authentication keys in a request. */
  readonly batch: number;
  /** Hours after expectedUpdate over which phones spread their requests. */
  readonly spread: number;
  readonly outageHours: number;
  /** Hours within which all phones are notified of a compromise. */
  readonly notice: number;
}

const DAYS = 365;
/** Days of the year. */
const OUTAGE = 100;
const COMPROMISE = 200;
const HOURS = 24;

interface Peak {
  readonly name: string;
  /** MSOs a second in the worst hour. */
  readonly perSecond: number;
}

export interface Year {
  /** MSOs a second in an hour like any other. */
  readonly usual: number;
  readonly peaks: readonly Peak[];
  readonly charts: readonly Chart[];
}

const most = (values: Uint32Array, from: number, to: number) =>
  values.subarray(from * HOURS, to * HOURS).reduce((max, value) => Math.max(max, value), 0);

/** Sums of days. */
const daily = (values: Uint32Array, from: number, to: number) =>
  Array.from({ length: to - from }, (_, day) =>
    values.subarray((from + day) * HOURS, (from + day + 1) * HOURS).reduce((sum, value) => sum + value, 0),
  );

/**
 * A year with an outage on day 100 and a compromised document signer on day 200, simulated three times: all phones are
 * notified within `notice` hours; the same, with expectedUpdate spread over days; or phones are notified over a whole
 * refresh period.
 */
export function simulateYear(options: YearOptions, onProgress: (done: number, all: number) => void): Year {
  const { holders, seed, msoValidityDays, msoRefreshDays, msoRefreshSpreadDays, batch, spread } = options;
  const { outageHours, notice } = options;
  const from = OUTAGE * DAY;
  const run = (within: number, spreadDays: number, part: number): Demand => {
    const rules: PhoneRules = {
      msoValidityDays,
      msoRefreshDays,
      msoRefreshSpreadDays: spreadDays,
      spread: spread * HOUR,
      compromise: { at: COMPROMISE * DAY, within },
    };
    const outage = { from, to: from + outageHours * HOUR };
    return simulate({ holders, seed, days: DAYS, rules, outage }, (done) =>
      onProgress(part * holders + done, 3 * holders),
    );
  };
  const fast = run(notice * HOUR, 1, 0);
  const spreadOut = run(notice * HOUR, msoRefreshSpreadDays, 1);
  const slow = run(msoRefreshDays * DAY, 1, 2);
  const perSecond = (hourly: number) => (hourly * batch) / 3600;
  const echo = COMPROMISE + msoRefreshDays;
  const around = { from: OUTAGE - 1, to: OUTAGE + 2 };
  const shown = { from: COMPROMISE - 10, to: COMPROMISE + 3 * msoRefreshDays };
  const rounds = [0, 1, 2, 3].map((round): [number, string] => {
    const day = COMPROMISE + round * msoRefreshDays;
    return [Math.min(day - shown.from, shown.to - shown.from - 1), `day ${day}`];
  });
  const hourly = (values: Uint32Array) => [...values.subarray(around.from * HOURS, around.to * HOURS)];
  return {
    usual: perSecond(
      fast.served.subarray(0, OUTAGE * HOURS).reduce((sum, value) => sum + value, 0) / (OUTAGE * HOURS),
    ),
    peaks: [
      ['on a usual day', 0, OUTAGE, fast],
      [`after an outage of ${outageHours} hours`, OUTAGE, OUTAGE + 2, fast],
      [
        `after a compromise, all phones told within ${notice} hours`,
        COMPROMISE,
        COMPROMISE + msoRefreshDays,
        fast,
      ],
      [`${msoRefreshDays} days later, the same phones come again`, echo, echo + msoRefreshDays, fast],
      [
        `the same, with msoRefreshSpreadDays: ${msoRefreshSpreadDays}`,
        COMPROMISE + Math.ceil(notice / HOURS) + 1,
        DAYS,
        spreadOut,
      ],
      [`after a compromise, phones told over ${msoRefreshDays} days`, COMPROMISE, DAYS, slow],
    ].map(([name, first, last, demand]) => ({
      name: name as string,
      perSecond: perSecond(most((demand as Demand).served, first as number, last as number)),
    })),
    charts: [
      {
        title: 'Requests a day, in a year',
        curves: [{ name: 'requests', values: daily(fast.served, 0, DAYS) }],
        ticks: [
          [0, 'day 0'],
          [OUTAGE, 'outage'],
          [COMPROMISE, 'compromise'],
          [300, 'day 300'],
        ],
      },
      {
        title: 'Requests an hour around the outage',
        curves: [
          { name: 'served', values: hourly(fast.served) },
          { name: 'without an answer', values: hourly(fast.failed) },
        ],
        ticks: [0, 1, 2].map((day): [number, string] => [day * HOURS, `day ${around.from + day}`]),
      },
      {
        title: `All phones told within ${notice} hours`,
        curves: [
          { name: 'requests a day', values: daily(fast.served, shown.from, shown.to) },
          {
            name: `with msoRefreshSpreadDays: ${msoRefreshSpreadDays}`,
            values: daily(spreadOut.served, shown.from, shown.to),
          },
        ],
        ticks: rounds,
      },
      {
        title: `Phones told over ${msoRefreshDays} days`,
        curves: [{ name: 'requests a day', values: daily(slow.served, shown.from, shown.to) }],
        ticks: rounds,
      },
    ],
  };
}
