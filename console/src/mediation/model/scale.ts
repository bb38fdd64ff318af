import { decimalOf } from '../../../../src/client/cpm.ts';
import { ticksOf } from '../../kit/ticks.ts';

export type ScaleKind = 'linear' | 'log';

/** Length of the bar of a price, from 0 to 1. */
export interface Scale {
  share(micros: string): number;
  /** Ticks of the axis: micros, and position from 0 to 1. */
  readonly ticks: readonly { readonly micros: string; readonly share: number }[];
}

/** Floating point is precise enough for the length of a bar. */
const log = (micros: string) => Math.log10(Number(micros));

/** Steps of a linear scale: its marks stand above short bars. */
const STEPS = 2;

function linear(most: string): Scale {
  const ticks = ticksOf(0, Number(most), STEPS);
  const top = ticks.at(-1)!;
  const share = (micros: string) => Number(micros) / top;
  return { share, ticks: ticks.map((tick) => ({ micros: String(tick), share: tick / top })) };
}

/** Starts at the power of ten below the lowest price, so that its bar has a length. */
function logarithmic(least: string, most: string): Scale {
  const from = Math.ceil(log(least)) - 1;
  const to = Math.max(Math.ceil(log(most)), from + 1);
  const share = (micros: string) => Math.min(1, Math.max(0, (log(micros) - from) / (to - from)));
  const powers = Array.from({ length: to - from + 1 }, (_, index) => String(10n ** BigInt(from + index)));
  return { share, ticks: powers.map((micros) => ({ micros, share: share(micros) })) };
}

/** A scale for all prices of a picture; they are above zero. */
export function scaleOf(prices: readonly string[], kind: ScaleKind): Scale {
  if (prices.length === 0) return { share: () => 0, ticks: [] };
  const sorted = prices.toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1));
  const [least, most] = [sorted[0]!, sorted.at(-1)!];
  return kind === 'log' ? logarithmic(least, most) : linear(most);
}

/** A linear scale hides the differences between prices of very different size. */
export const needsLog = (prices: readonly string[]): boolean => {
  if (prices.length < 2) return false;
  const values = prices.map(BigInt);
  const [least, most] = values.reduce(
    ([low, high], one) => [one < low ? one : low, one > high ? one : high],
    [values[0]!, values[0]!],
  );
  return most > 20n * least;
};

/** `$0.10`, `$10`: ticks are round amounts. */
export function tickText(micros: string): string {
  const text = decimalOf(micros, 0);
  return `$${text.includes('.') ? decimalOf(micros) : text}`;
}
