import {
  SECOND_PERSON_EFFECTS,
  SECOND_PERSON_GROUPS,
  type SecondPersonGroup,
} from '../../../src/admin/contract/effects.ts';
import {
  guardedEffectsOf,
  METHOD_NAMES,
  type MethodName,
  methodNamed,
  needsStepUp,
} from '../../../src/admin/contract/index.ts';
import { EVENTS } from '../../../src/audit/entry.ts';
import { STATUS_OF_REASON } from '../../../src/http/issuer/error-table.ts';
import type { CheckRow } from '../../../src/issuer/checks.ts';
import { OPERATION_NAMES, OPERATIONS } from '../../../src/issuer/contract/index.ts';
import { COMMON_CHECKS, OPERATION_CHECKS } from '../../../src/issuer/order-of-checks.ts';
import { isPath } from '../../../src/server/config/path-settings.ts';
import { SETTINGS, type Setting } from '../../../src/server/config/settings.ts';

function range({ schema }: Setting): string {
  const {
    enum: values,
    minimum,
    maximum,
    type,
  } = schema as {
    enum?: readonly string[];
    minimum?: number;
    maximum?: number;
    type?: string;
  };
  if (isPath(schema)) return 'path';
  if (values) return values.map((name) => `\`${name}\``).join(', ');
  if (minimum !== undefined && maximum !== undefined) return `${minimum} – ${maximum}`;
  return type ?? '';
}

function fallback({ schema }: Setting): string {
  const { default: value } = schema as { default?: unknown };
  if (value === undefined) return '';
  return `\`${Array.isArray(value) ? JSON.stringify(value) : String(value)}\``;
}

/** The table of docs/reference/configuration.md with every setting. */
export function settingsTable(): string {
  const rows = SETTINGS.map((setting) => {
    const { description = '' } = setting.schema as { description?: string };
    return `| \`${setting.name}\` | \`${setting.variable}\` | ${range(setting)} | ${fallback(setting)} | ${description} |`;
  });
  return ['| setting | variable | values | default | meaning |', '|---|---|---|---|---|', ...rows].join('\n');
}

const hasEffectOf = (group: SecondPersonGroup, name: MethodName) =>
  guardedEffectsOf(name).some((event) => (SECOND_PERSON_EFFECTS[group] as readonly string[]).includes(event));

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/** Every method of the administration with the command that calls it. */
export function adminMethodsTable(): string {
  const rows = METHOD_NAMES.map((name) => {
    const { http, role, command, audit = [] } = methodNamed(name);
    const groups = SECOND_PERSON_GROUPS.filter((group) => hasEffectOf(group, name));
    const called = typeof command === 'string' ? `\`diptych ${command}\`` : `– (${command.none})`;
    return `| \`${name}\` | ${called} | \`${http.join(' ')}\` | ${role} | ${needsStepUp(name) ? 'yes' : ''} | ${groups.join(', ')} | ${codes(audit)} |`;
  });
  const header =
    '| method | command | HTTP | role | recent sign-in | groups for second persons | audit log |';
  return [header, '|---|---|---|---|---|---|---|', ...rows].join('\n');
}

/** The groups of `admin.secondPerson`. */
export function secondPersonTable(): string {
  const rows = SECOND_PERSON_GROUPS.map((group) => {
    const names = METHOD_NAMES.filter((name) => hasEffectOf(group, name));
    return `| \`${group}\` | ${codes(SECOND_PERSON_EFFECTS[group])} | ${codes(names)} |`;
  });
  return ['| group | effects | methods that can have one |', '|---|---|---|', ...rows].join('\n');
}

/** The events of each subject of the audit log. */
export function eventsTable(): string {
  const rows = Object.entries(EVENTS).map(
    ([subject, events]) => `| \`${subject}\` | ${events.map((event) => `\`${event}\``).join(', ')} |`,
  );
  return ['| subject | events |', '|---|---|', ...rows].join('\n');
}

function checkRow({ step, name, reasons }: CheckRow, index: number): string {
  const refusals = reasons.map((reason) => `\`${reason}\` ${STATUS_OF_REASON[reason]}`);
  return `| ${index + 1} | ${step} | ${name} | ${refusals.join(', ')} |`;
}

const checkTable = (rows: readonly CheckRow[]) =>
  ['| | step | what holds when it passes | refusals |', '|---|---|---|---|', ...rows.map(checkRow)].join(
    '\n',
  );

/** Operations and their checks in order, each with its reasons and their statuses. */
export function orderOfChecks(): string {
  const sections = OPERATION_NAMES.flatMap((name) => {
    const own = OPERATION_CHECKS[name];
    if (own.length > 0) return [`## ${name}\n\n${checkTable(own)}`];
    const which = OPERATIONS[name].metadata ? '' : ' Of the checks above it has the first two.';
    return [`## ${name}\n\nNo checks of its own.${which}`];
  });
  return ['## Every request', '', checkTable(COMMON_CHECKS), '', sections.join('\n\n')].join('\n');
}
