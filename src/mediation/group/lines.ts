import { omit } from '../../conventions/omit.ts';
import type { RandomFill } from '../../conventions/random-text.ts';
import type { MediationGroupLine as SentLine } from '../contract/index.ts';
import { specified } from '../enum-values.ts';
import { newId } from '../names.ts';
import type { MediationGroupLine, Variant } from '../ports/entities.ts';
import type { Violations } from '../refusals.ts';
import { optionalName, requiredName } from '../text.ts';
import { type LineContext, referencesOf } from './mapping-references.ts';

/** $0.01 in micros: the smallest allowed value, and the value that a LIVE line shows. */
export const LEAST_CPM_MICROS = 10_000n;
export const LIVE_CPM_MICROS = String(LEAST_CPM_MICROS);

type Cpm = Pick<MediationGroupLine, 'cpmMode' | 'cpmMicros'>;

/** MANUAL needs a value. With LIVE a value is ignored. Without a mode, a value means MANUAL. */
function cpmOf({ cpmMode, cpmMicros }: SentLine, field: string, violations: Violations): Cpm {
  const mode = specified(cpmMode) ?? (cpmMicros === undefined ? 'LIVE' : 'MANUAL');
  if (mode === 'ANO') {
    violations.add(`${field}.cpmMode`, 'cannot be ANO, which only the service sets; send LIVE or MANUAL');
  }
  if (mode !== 'MANUAL') return { cpmMode: 'LIVE' };
  if (cpmMicros === undefined) {
    violations.add(`${field}.cpmMicros`, 'is required with the cpmMode MANUAL');
    return { cpmMode: 'MANUAL' };
  }
  if (BigInt(cpmMicros) < LEAST_CPM_MICROS) {
    violations.add(`${field}.cpmMicros`, `is less than ${LEAST_CPM_MICROS}, which is $0.01`);
  }
  return { cpmMode: 'MANUAL', cpmMicros };
}

const LONGEST_NAME = 255;

/**
 * A line that a request adds. `field` is its path in the request; `key` is its placeholder until it gets an
 * id.
 */
export function newLine(
  sent: SentLine,
  { key, field, variant }: { readonly key: string; readonly field: string; readonly variant: Variant },
  context: LineContext,
): MediationGroupLine {
  const { catalogue, violations } = context;
  const { adSourceId = '' } = sent;
  const adSource = catalogue.adSource(adSourceId);
  if (adSourceId === '') violations.add(`${field}.adSourceId`, 'is required');
  else if (!adSource) {
    violations.add(`${field}.adSourceId`, 'is not the id of an ad source; adSources.list shows them');
  }
  const state = specified(sent.state) ?? 'ENABLED';
  if (state === 'REMOVED') violations.add(`${field}.state`, 'cannot be REMOVED in a new line');
  const displayName = optionalName(sent.displayName, `${field}.displayName`, LONGEST_NAME, violations);
  return {
    lineId: key,
    displayName: displayName ?? adSource?.title ?? '',
    adSourceId,
    ...cpmOf(sent, field, violations),
    state: state === 'REMOVED' ? 'DISABLED' : state,
    adUnitMappings: referencesOf(sent, { field, adSourceId, known: {} }, context),
    variant,
  };
}

/**
 * A stored line with the changes of a request; undefined if the request removes it. Only changed values are
 * checked: a value that was accepted before stays, even if the catalogue has changed since.
 */
export function changedLine(
  sent: SentLine,
  stored: MediationGroupLine,
  field: string,
  context: LineContext,
): MediationGroupLine | undefined {
  const { violations } = context;
  const state = specified(sent.state);
  if (state === 'REMOVED') return undefined;
  if (state === undefined) violations.add(`${field}.state`, 'needs a value');
  if (specified(sent.cpmMode) === undefined) violations.add(`${field}.cpmMode`, 'needs a value');
  const { adSourceId } = stored;
  const rest = omit(stored, 'cpmMicros');
  return {
    ...rest,
    displayName:
      sent.displayName === stored.displayName
        ? stored.displayName
        : requiredName(sent.displayName, `${field}.displayName`, LONGEST_NAME, violations),
    ...cpmOf(sent, field, violations),
    state: state ?? stored.state,
    adUnitMappings: referencesOf(sent, { field, adSourceId, known: stored.adUnitMappings }, context),
  };
}

/** Ids consist of digits. The placeholder of an id in a request begins with a minus sign. */
const isPlaceholder = (lineId: string) => lineId.startsWith('-');

/** Consecutive ids, so that the store writes them next to each other. */
function freeIds(count: number, taken: ReadonlySet<string>, random: RandomFill): readonly string[] {
  const first = newId(random, 'line');
  const end = 10n ** BigInt(first.length);
  const ids = Array.from({ length: count }, (_, index) =>
    ((BigInt(first) + BigInt(index)) % end).toString().padStart(first.length, '0'),
  );
  return ids.some((id) => taken.has(id)) ? freeIds(count, taken, random) : ids;
}

/**
 * Gives ids to lines that have a placeholder. An id must differ from those of all lines of the group, now and
 * in `before`. The store checks the ids of lines that were removed earlier.
 */
export function withLineIds(
  lines: readonly MediationGroupLine[],
  random: RandomFill,
  before: readonly MediationGroupLine[] = [],
): readonly MediationGroupLine[] {
  const taken = new Set([...lines, ...before].map(({ lineId }) => lineId));
  const unnamed = lines.filter(({ lineId }) => isPlaceholder(lineId));
  const ids = freeIds(unnamed.length, taken, random).values();
  return lines.map((line) => (isPlaceholder(line.lineId) ? { ...line, lineId: ids.next().value! } : line));
}
