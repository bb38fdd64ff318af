import { STATUS_OF_REASON } from '../../http/issuer/error-table.ts';
import type { CheckRow } from '../../issuer/checks.ts';
import { OPERATION_NAMES, OPERATIONS } from '../../issuer/contract/index.ts';
import { COMMON_CHECKS, OPERATION_CHECKS } from '../../issuer/order-of-checks.ts';

function row({ step, name, reasons }: CheckRow, index: number): string {
  const refusals = reasons.map((reason) => `\`${reason}\` ${STATUS_OF_REASON[reason]}`);
  return `| ${index + 1} | ${step} | ${name} | ${refusals.join(', ')} |`;
}

const table = (rows: readonly CheckRow[]) =>
  ['| | step | what holds when it passes | refusals |', '|---|---|---|---|', ...rows.map(row)].join('\n');

/** Operations and their checks in order, each with its reasons and their statuses. */
export function orderOfChecks(): string {
  const sections = OPERATION_NAMES.flatMap((name) => {
    const own = OPERATION_CHECKS[name];
    if (own.length > 0) return [`## ${name}\n\n${table(own)}`];
    const which = OPERATIONS[name].metadata ? '' : ' Of the checks above it has the first two.';
    return [`## ${name}\n\nNo checks of its own.${which}`];
  });
  return ['## Every request', '', table(COMMON_CHECKS), '', sections.join('\n\n')].join('\n');
}
