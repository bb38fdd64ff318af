import { DAY } from '../../conventions/time.ts';
import type { Facts } from './lint-facts.ts';
import type { LintLine } from './model.ts';

interface PricedLine {
  readonly line: LintLine;
  readonly micros: bigint;
}

/** Lines of the waterfall with fixed prices, highest first. */
export function pricedLines(lines: readonly LintLine[], { isBidding }: Facts): readonly PricedLine[] {
  const priced = lines.flatMap((line) =>
    line.cpmMode === 'MANUAL' && line.cpmMicros !== undefined && !isBidding(line)
      ? [{ line, micros: BigInt(line.cpmMicros) }]
      : [],
  );
  return priced.sort((one, other) => (one.micros > other.micros ? -1 : Number(one.micros < other.micros)));
}

/** Whether the numbers of so many full days mix two prices of the line. */
export const mixesPrices = ({ repricedAt }: LintLine, days: number, { now }: Facts): boolean =>
  repricedAt !== undefined && repricedAt > now - (days + 1) * DAY;

interface Step {
  readonly upper: PricedLine;
  readonly lower: PricedLine;
}

/** Neighbours in the order of prices. */
export function* stepsOf(lines: readonly LintLine[], facts: Facts): Generator<Step> {
  const priced = pricedLines(lines, facts);
  for (const [index, upper] of priced.entries()) {
    const lower = priced[index + 1];
    if (lower) yield { upper, lower };
  }
}
