import type { Level } from '../../conventions/clauses.ts';
import type { CaseReport, Counts } from './contract.ts';

export const LEVELS: readonly Level[] = ['must', 'should', 'may'];

export const isKnownFailure = ({ result, known }: CaseReport): boolean =>
  result === 'fail' && known !== undefined;

/** A case that a file of known failures names, and that passes. */
export const isUnexpectedPass = ({ result, known }: CaseReport): boolean =>
  result === 'pass' && known !== undefined;

/** The failures that nobody knew of: they make the run fail. */
export const isNewFailure = (one: CaseReport): boolean => one.result === 'fail' && !isKnownFailure(one);

function countsOf(cases: readonly CaseReport[]): Counts {
  const count = (result: CaseReport['result']) => cases.filter((one) => one.result === result).length;
  const known = cases.filter(isKnownFailure).length;
  return {
    cases: cases.length,
    pass: count('pass'),
    warning: count('warning'),
    fail: count('fail') - known,
    knownFailure: known,
    notRun: count('notRun'),
    inconclusive: count('inconclusive'),
  };
}

export function levelsOf(cases: readonly CaseReport[]): Record<Level, Counts> {
  const [must, should, may] = LEVELS.map((level) => countsOf(cases.filter((one) => one.level === level)));
  return { must: must!, should: should!, may: may! };
}

/** What the cases that did not run needed. */
function missing(cases: readonly CaseReport[]): string {
  const needs = cases.flatMap(({ result, reason = '' }) =>
    result === 'notRun' ? [reason.startsWith('needs ') ? reason.slice('needs '.length) : reason] : [],
  );
  const names = [...new Set(needs.flatMap((text) => text.split(', ')))];
  return names.length === 0
    ? ''
    : ` (${names.length > 4 ? `${names.slice(0, 4).join(', ')}, …` : names.join(', ')})`;
}

/** "77/80 must, 1 failed, 2 not run (code); 20/20 should" */
export function summaryOf(cases: readonly CaseReport[]): string {
  const levels = levelsOf(cases);
  return LEVELS.map((level) => {
    const { cases: all, pass, warning, fail, knownFailure, notRun, inconclusive } = levels[level];
    const others = [
      [warning, 'with warnings'],
      [fail, 'failed'],
      [knownFailure, 'known to fail'],
      [notRun, `not run${missing(cases.filter((one) => one.level === level))}`],
      [inconclusive, 'inconclusive'],
    ] as const;
    const shown = others.flatMap(([count, text]) => (count > 0 ? [`${count} ${text}`] : []));
    return [`${pass}/${all} ${level}`, ...shown].join(', ');
  }).join('; ');
}
