import type { TSchema } from 'typebox';
import type { Reason } from '../../../src/conventions/reasons/index.ts';
import {
  ADMIN_REASONS,
  CONSOLE_REASONS,
  MEDIATION_REASONS,
  REQUEST_REASONS,
  type ReasonEntry,
} from '../../../src/conventions/reasons/index.ts';
import { httpStatusOf } from '../../../src/http/conventions/index.ts';
import { STATUS_OF_REASON } from '../../../src/http/issuer/error-table.ts';
import { OAUTH_ERRORS } from '../../../src/http/oauth/error-codes.ts';
import { ERROR_REASONS, type ErrorReason } from '../../../src/issuer/contract/index.ts';
import { REMEDY_OF_REASON } from '../../../src/issuer/remedies.ts';

type Row = readonly (string | number)[];

function table(heads: Row, rows: readonly Row[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const HEADS = ['status', 'meaning', 'what to do'];

function statusTable(reasons: Readonly<Partial<Record<Reason, ReasonEntry>>>): string {
  const entries = Object.entries(reasons) as [Reason, ReasonEntry][];
  const rows = entries.map(([reason, { codes, meaning, remedy }]) => {
    const statuses = codes.map((code) => `${httpStatusOf({ code, reason })} \`${code}\``);
    return [`\`${reason}\``, statuses.join(', '), meaning, remedy];
  });
  return table(['reason', ...HEADS], rows);
}

function issuerTable(): string {
  const reasons = Object.keys(ERROR_REASONS) as ErrorReason[];
  const rows = reasons.map((reason) => {
    const shape: TSchema = ERROR_REASONS[reason];
    const meaning =
      'description' in shape ? String(shape.description) : 'The version of the request is not served.';
    return [`\`${reason}\``, STATUS_OF_REASON[reason], meaning, REMEDY_OF_REASON[reason]];
  });
  return table(['reason', ...HEADS], rows);
}

function oauthTable(): string {
  const rows = Object.entries(OAUTH_ERRORS).map(([code, { status, meaning, remedy }]) => [
    `\`${code}\``,
    status,
    meaning,
    remedy,
  ]);
  return table(['error', ...HEADS], rows);
}

/** The tables of docs/reference/errors.md. */
export const ERROR_TABLES = {
  issuer: issuerTable,
  requests: () => statusTable(REQUEST_REASONS),
  mediation: () => statusTable(MEDIATION_REASONS),
  admin: () => statusTable(ADMIN_REASONS),
  console: () => statusTable(CONSOLE_REASONS),
  oauth: oauthTable,
};
