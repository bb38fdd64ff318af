import type { Finding } from '../../model/index.ts';
import { AAMVA_RULES } from './aamva.ts';
import { ISSUER_RULES } from './any-document.ts';
import { DATE_RULES } from './dates.ts';
import { IMAGE_RULES } from './images.ts';
import { MDL_RULES, PHOTO_ID_RULES } from './mdl-and-photo-id.ts';
import type { LintedRecord, Rule } from './rule.ts';
import { TEXT_RULES } from './texts.ts';

/**
 * Rules that element types cannot express, for all document types. Records without the elements of a rule
 * satisfy it.
 */
export const LINT_RULES: readonly Rule[] = [
  ...DATE_RULES,
  ...ISSUER_RULES,
  ...TEXT_RULES,
  ...IMAGE_RULES,
  ...MDL_RULES,
  ...AAMVA_RULES,
  ...PHOTO_ID_RULES,
];

export function lintRecord(record: LintedRecord): readonly Finding[] {
  return LINT_RULES.flatMap(({ check, summary: _, ...about }) =>
    check(record).map((violation) => ({ ...about, ...violation })),
  );
}
