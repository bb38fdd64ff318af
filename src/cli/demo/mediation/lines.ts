import type { MediationGroup, MediationGroupLine } from '../../../mediation/contract/index.ts';
import { table } from '../../output.ts';
import { there } from '../outcome.ts';

export const linesOf = ({ mediationGroupLines = {} }: MediationGroup): readonly MediationGroupLine[] =>
  Object.values(mediationGroupLines);

/** Id of the line of that name. */
export function lineId(group: MediationGroup, displayName: string): string {
  const line = linesOf(group).find((one) => one.displayName === displayName);
  return there(line?.id, `the line ${displayName}`);
}

const MICROS = 1_000_000;
const dollars = (micros = '0') => `$${(Number(micros) / MICROS).toFixed(2)}`;

/** The lines of a group, for people. */
export function lineTable(group: MediationGroup): string {
  const rows = linesOf(group).map(({ id, displayName, cpmMode, cpmMicros, state, experimentVariant }) => [
    id ?? '',
    displayName ?? '',
    cpmMode === 'MANUAL' ? dollars(cpmMicros) : (cpmMode ?? ''),
    state ?? '',
    experimentVariant ?? '',
  ]);
  return table(['line', 'name', 'CPM', 'state', 'variant'], rows);
}
