import { percentText } from '../../conventions/percent.ts';
import type { LintAdUnit, LintGroup, LintLine } from './model.ts';

const quoted = (text: string) => `“${text}”`;

export const groupWords = ({ displayName }: Pick<LintGroup, 'displayName'>) => quoted(displayName);

/** Lines of both variants have the same name, as a rule. */
export const lineWords = ({ displayName, variant }: Pick<LintLine, 'displayName' | 'variant'>) =>
  variant === 'VARIANT_B' ? `${quoted(displayName)} (variant B)` : quoted(displayName);

/** The id of an ad unit, or what people named something, which may be such an id. */
const ID_OR_NAME = /“[^“”]*”|ca-app-pub-\d{16}\/\d{10}/g;

/** A text with the names of ad units in place of their ids, of those that the inventory has. */
export function withUnitNames(
  text: string,
  adUnit: (id: string) => Pick<LintAdUnit, 'displayName'> | undefined,
): string {
  return text.replace(ID_OR_NAME, (found) => {
    const unit = adUnit(found);
    return unit ? quoted(unit.displayName) : found;
  });
}

const SHOWN = 3;

/** At most three items and the number of the others. */
export function some<Item>(items: readonly Item[], words: (item: Item) => string = String): string {
  const shown = items.slice(0, SHOWN).map(words).join(', ');
  const others = items.length - SHOWN;
  return others > 0 ? `${shown} and ${others} more` : shown;
}

/** US dollars from micros, to the cent. */
export function dollars(micros: bigint): string {
  const cents = String((micros + 5_000n) / 10_000n).padStart(3, '0');
  return `$${cents.slice(0, -2)}.${cents.slice(-2)}`;
}

/** An amount from micros, to the cent. */
export const amount = (micros: bigint, currencyCode: string) => `${currencyCode} ${dollars(micros).slice(1)}`;

/** Small shares with decimals, so that they are not shown as nothing. */
export const percent = (share: number) => percentText(share, { digits: share < 0.01 ? 2 : 0 });
