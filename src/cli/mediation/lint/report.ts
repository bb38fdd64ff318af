import { lastSegment } from '../../../conventions/last-segment.ts';
import type { LintAccountResponse, LintFinding } from '../../../mediation/contract/index.ts';
import {
  exceptionOf,
  LEVELS,
  type Level,
  type LintException,
  RULE_IDS,
} from '../../../mediation/lint/index.ts';
import { UsageError } from '../../cli-errors.ts';

/** The exception in `--ignore RULE` or `--ignore RULE:GROUP`. @throws UsageError if there is no such rule */
export function checkedException(text: string): LintException {
  const exception = exceptionOf(text);
  if (!RULE_IDS.has(exception.rule)) throw new UsageError(`--ignore: there is no rule ${exception.rule}`);
  return exception;
}

/** What a command prints: the answer of the interface, with places in a file. */
export interface Report extends Omit<LintAccountResponse, 'findings'> {
  readonly findings?: readonly ReportedFinding[];
}

interface ReportedFinding extends LintFinding {
  /** `file:line:column` */
  readonly position?: string;
}

const NUMBER_WORDS: Readonly<Record<Level, readonly [string, string]>> = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  hint: ['hint', 'hints'],
};

const levelOf = ({ level = '' }: { readonly level?: string }) => level.toLowerCase() as Level;

function countOf({ counts = [] }: Report, level: Level): number {
  const own = counts.filter((one) => levelOf(one) === level);
  return own.reduce((sum, { count = 0 }) => sum + count, 0);
}

/** Whether there is a finding of this level or of a more serious one. */
export const fails = (report: Report, failOn: Level): boolean =>
  LEVELS.slice(0, LEVELS.indexOf(failOn) + 1).some((level) => countOf(report, level) > 0);

function summary(report: Report): string {
  const parts = LEVELS.flatMap((level) => {
    const count = countOf(report, level);
    const [one, several] = NUMBER_WORDS[level];
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
  });
  const { ignoredCount = 0 } = report;
  const ignored = ignoredCount > 0 ? `; ${ignoredCount} ignored` : '';
  return `${parts.length === 0 ? 'no findings' : parts.join(', ')}${ignored}`;
}

function placeOf(finding: ReportedFinding): string {
  if (finding.position !== undefined) return finding.position;
  const { mediationGroup, mediationGroupLineId, adUnitId } = finding;
  if (mediationGroup === undefined) return adUnitId ?? '';
  const line = mediationGroupLineId === undefined ? '' : `, line ${mediationGroupLineId}`;
  return `group ${lastSegment(mediationGroup)}${line}`;
}

/** Findings of a rule together: what to do is said once if it is the same. */
export function textReport(report: Report): string {
  const { findings = [], counts = [] } = report;
  const blocks = counts.map(({ rule = '', level = '', count = 0 }) => {
    const own = findings.filter((finding) => finding.rule === rule);
    const more = count > own.length ? [`  and ${count - own.length} more`] : [];
    const [action, ...others] = new Set(own.map((finding) => finding.action));
    const lines = own.flatMap((finding) => {
      const place = placeOf(finding);
      return [
        `  ${place === '' ? '' : `${place}: `}${finding.text}`,
        ...(others.length > 0 ? [`    What to do: ${finding.action}`] : []),
      ];
    });
    const once = action === undefined || others.length > 0 ? [] : [`  What to do: ${action}`];
    return [`${level} ${rule}`, ...lines, ...more, ...once].join('\n');
  });
  return [...blocks, summary(report)].join('\n\n');
}

const cell = (text = '') =>
  text.replaceAll('|', '\\|').replaceAll(/[<>]/g, (sign) => (sign === '<' ? '&lt;' : '&gt;'));

/** A table for a comment in a pull request. */
export function markdownReport(report: Report): string {
  const { findings = [] } = report;
  const rows = findings.map((finding) => {
    const { level, rule, text, action } = finding;
    return `| ${level} | \`${rule}\` | ${cell(placeOf(finding))} | ${cell(text)} | ${cell(action)} |`;
  });
  const head = ['| level | rule | where | what | what to do |', '|---|---|---|---|---|'];
  return [`**Lint: ${summary(report)}**`, ...(rows.length > 0 ? ['', ...head, ...rows] : [])].join('\n');
}
