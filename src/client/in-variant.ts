import type { ChangeWords } from '../admin/contract/explained/changes.ts';
import type { MediationGroupLine } from '../mediation/contract/index.ts';

export type VariantWords = Pick<ChangeWords, 'inVariantA' | 'inVariantB'>;

/** The name of a line. In an experiment it says the variant, because the other one may have a line of the same name. */
export function inVariant(
  name: string,
  { experimentVariant }: Pick<MediationGroupLine, 'experimentVariant'>,
  words: VariantWords,
): string {
  if (experimentVariant === 'VARIANT_A') return words.inVariantA(name);
  return experimentVariant === 'VARIANT_B' ? words.inVariantB(name) : name;
}
