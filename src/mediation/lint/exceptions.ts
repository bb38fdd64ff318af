/** Findings that somebody accepts for a time. */
export interface LintException {
  /** Id of the rule. */
  readonly rule: string;
  /** Only in this group; everywhere if absent. */
  readonly groupId?: string;
  readonly reason: string;
  /** The exception applies before this time, in milliseconds since the epoch. */
  readonly until: number;
}

/** The exception `RULE` or `RULE:GROUP` of one request or one run, which needs neither an end nor a reason. */
export function exceptionOf(text: string): LintException {
  const [rule = '', groupId] = text.trim().split(':');
  return { rule, ...(groupId !== undefined && { groupId }), reason: '', until: Number.POSITIVE_INFINITY };
}

interface Place {
  readonly rule: string;
  readonly groupId?: string;
}

/** Whether an exception that has not ended covers a finding. */
export function isExcepted(
  { rule, groupId }: Place,
  exceptions: readonly LintException[],
  now: number,
): boolean {
  return exceptions.some(
    (one) => one.rule === rule && (one.groupId === undefined || one.groupId === groupId) && now < one.until,
  );
}
