import { type LintException, RULES } from '../../../mediation/lint/index.ts';
import { UsageError } from '../../failures.ts';

const RULE_IDS: ReadonlySet<string> = new Set(RULES.map(({ id }) => id));

/** RULE, or RULE:GROUP. @throws UsageError */
export function exceptionOf(text: string): LintException {
  const [rule = '', groupId] = text.split(':');
  if (!RULE_IDS.has(rule)) throw new UsageError(`--ignore: there is no rule ${rule}`);
  return { rule, ...(groupId !== undefined && { groupId }), reason: '', until: Number.POSITIVE_INFINITY };
}
