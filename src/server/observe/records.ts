import type { Logger } from 'pino';
import { CIRCUIT_STATES, type Circuit, type ObservedLookup } from '../../connector/index.ts';
import type { Metrics } from '../../http/operations/metrics.ts';
import type { DocumentType, ValueType } from '../../issuer/document-types/index.ts';
import type { IssuerPolicy } from '../../issuer/policy.ts';
import type { RecordWatch } from '../issuer/http-clients.ts';
import { causeOf } from './logger.ts';

interface Names {
  readonly exact: Set<string>;
  /** Families of elements such as age_over_NN. */
  readonly patterns: RegExp[];
}

function gather(type: ValueType, names: Names): void {
  if (type.identifier !== undefined) names.exact.add(type.identifier);
  if (type.identifierPattern !== undefined) names.patterns.push(new RegExp(type.identifierPattern, 'u'));
  if (type.items) gather(type.items, names);
  for (const [name, member] of Object.entries(type.members ?? {})) {
    names.exact.add(name);
    gather(member, names);
  }
}

/**
 * The path of a finding, for logs. Names that no document type has are left out: they come from the record
 * and may be anything.
 */
function knownPaths(types: Iterable<DocumentType>): (path: string) => string {
  const names: Names = { exact: new Set(['documentType', 'elements']), patterns: [] };
  for (const { namespaces } of types) {
    for (const { name, elements } of namespaces) {
      names.exact.add(name);
      for (const element of elements) gather(element, names);
    }
  }
  const isKnown = (name: string) => names.exact.has(name) || names.patterns.some((one) => one.test(name));
  const shown = (part: string) =>
    part.replace(/\[\d+\]|[^.[\]]+/g, (name) => (name.startsWith('[') || isKnown(name) ? name : '…'));
  return (path) =>
    path
      .split('/')
      .map((part) => (isKnown(part) ? part : shown(part)))
      .join('/');
}

/** Normal results, caused by the holder or the wallet. Every other result is a fault. */
const ORDINARY = /^(found|code|record(?!Unusable))/;

/** Maximum number of findings in a log line; `diptych holders refresh` shows all. */
const MOST_FINDINGS = 10;

function circuitLine(state: Circuit) {
  return {
    open: 'system of record: too many lookups failed; lookups are paused',
    halfOpen: 'system of record: the next lookup tests whether it works again',
    closed: 'system of record: lookups work again',
  }[state];
}

export function observeRecords(
  logger: Logger,
  metrics: Metrics,
  { documentTypes }: Pick<IssuerPolicy, 'documentTypes'>,
): RecordWatch {
  const shown = knownPaths(documentTypes.values());
  const circuit = (current: Circuit) => {
    for (const state of CIRCUIT_STATES) metrics.recordCircuit.set({ state }, state === current ? 1 : 0);
  };
  circuit('closed');
  return {
    lookup({ call, requestId, outcome, milliseconds, findings = [], cause }: ObservedLookup) {
      metrics.recordLookups.observe({ call, outcome }, milliseconds / 1000);
      const line = { call, requestId, outcome, milliseconds: Math.round(milliseconds * 10) / 10 };
      const found = findings
        .slice(0, MOST_FINDINGS)
        .map(({ id, path, problem }) => ({ id, path: shown(path), problem }));
      const wrong = found.length > 0 ? { findings: found } : {};
      if (ORDINARY.test(outcome)) logger.info({ ...line, ...wrong }, 'record looked up');
      else logger.warn({ ...line, ...wrong, ...causeOf(cause) }, 'record lookup failed');
    },
    circuit(state) {
      circuit(state);
      logger[state === 'open' ? 'error' : 'info']({ circuit: state }, circuitLine(state));
    },
  };
}
