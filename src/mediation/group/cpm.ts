import type { MediationGroupLine as SentLine } from '../contract/index.ts';
import { specified } from '../enum-values.ts';
import type { MediationGroupLine } from '../ports/entities.ts';
import type { Violations } from '../refusals.ts';

/** $0.01 in micros: the least that is allowed, and what a LIVE line shows. */
const LEAST_CPM_MICROS = 10_000n;
export const LIVE_CPM_MICROS = String(LEAST_CPM_MICROS);

type Cpm = Pick<MediationGroupLine, 'cpmMode' | 'cpmMicros'>;

/** MANUAL comes with a value; a value beside LIVE is ignored; without a mode the value decides. */
export function cpmOf({ cpmMode, cpmMicros }: SentLine, field: string, violations: Violations): Cpm {
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
