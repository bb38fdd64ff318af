import { CREDENTIAL_TRANSITIONS } from '../../../src/issuer/credential/state-machine.ts';
import { APPROVAL_TRANSITIONS } from '../../../src/issuer/model/index.ts';
import { PROOFING_TRANSITIONS } from '../../../src/issuer/proofing/state-machine.ts';
import { EXPERIMENT_STATES } from '../../../src/mediation/experiment/state-machine.ts';
import { CONFORMANCE_SCHEMAS, conformanceCasesPage, hooksTable } from './conformance-cases.ts';
import { documentTypesTable, recordRulesTable } from './document-types.ts';
import { ERROR_TABLES } from './errors.ts';
import { lintRules } from './lint-rules.ts';
import { logFieldsTable, logLinesTables } from './log-lines.ts';
import { metricsTable } from './metrics-table.ts';
import { openid4vciPlansPage } from './openid4vci-plans.ts';
import { recordOpenApi } from './record-openapi.ts';
import {
  adminMethodsTable,
  eventsTable,
  orderOfChecks,
  secondPersonTable,
  settingsTable,
} from './reference-tables.ts';

type Transitions = Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>;

function diagram(transitions: Transitions, initial: readonly string[]): string {
  const starts = initial.map((state) => `  [*] --> ${state}`);
  const arrows = Object.entries(transitions).flatMap(([from, events]) =>
    Object.entries(events).map(([event, to]) => `  ${from} --> ${to}: ${event}`),
  );
  return ['```mermaid', 'stateDiagram-v2', ...starts, ...arrows, '```'].join('\n');
}

/** Parts of the documentation that are generated from the code, by file and marker. */
export const GENERATED: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/integrate/conformance.md': { hooks: hooksTable },
  'docs/operate/second-person.md': { groups: secondPersonTable },
  'docs/reference/admin-methods.md': { methods: adminMethodsTable },
  'docs/reference/audit-log.md': { events: eventsTable },
  'docs/reference/configuration.md': { settings: settingsTable },
  'docs/reference/document-types.md': { types: documentTypesTable, rules: recordRulesTable },
  'docs/reference/errors.md': ERROR_TABLES,
  'docs/reference/lint-rules.md': { rules: lintRules },
  'docs/reference/log-fields.md': { fields: logFieldsTable, lines: logLinesTables },
  'docs/reference/metrics.md': { metrics: metricsTable },
  'docs/reference/order-of-checks.md': { checks: orderOfChecks },
  'docs/reference/states.md': {
    proofing: () => diagram(PROOFING_TRANSITIONS, ['accepted', 'rejected', 'pending']),
    credential: () => diagram(CREDENTIAL_TRANSITIONS, ['provisionPending']),
    approval: () => diagram(APPROVAL_TRANSITIONS, ['awaited']),
    experiment: () => diagram(EXPERIMENT_STATES, ['RUNNING']),
  },
};

/** Whole files of the documentation that are generated from the code. */
export const GENERATED_FILES: Readonly<Record<string, () => string>> = {
  'docs/examples/system-of-record/openapi.json': recordOpenApi,
  'docs/reference/conformance-cases.md': conformanceCasesPage,
  'docs/reference/openid4vci-plans.md': openid4vciPlansPage,
  ...CONFORMANCE_SCHEMAS,
};

/** The text with the part between its two markers replaced. */
export function withGenerated(text: string, marker: string, content: string): string {
  const [start, end] = [`<!-- ${marker}: made by npm run docs -->`, `<!-- /${marker} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the markers of ${marker} are missing`);
  return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`;
}
