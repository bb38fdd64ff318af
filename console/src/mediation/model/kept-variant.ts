import type { Change } from '../api.ts';

/** The variant that the stop of an experiment kept, by the lines of its group; undefined for another change. */
export function keptVariant({
  method,
  before,
  after,
}: Pick<Change, 'method' | 'before' | 'after'>): 'VARIANT_A' | 'VARIANT_B' | undefined {
  if (!method.endsWith('mediationAbExperiments.stop')) return undefined;
  const left = after?.mediationGroupLines ?? {};
  const isKept = Object.entries(before?.mediationGroupLines ?? {}).some(
    ([id, { experimentVariant }]) => experimentVariant === 'VARIANT_B' && Object.hasOwn(left, id),
  );
  return isKept ? 'VARIANT_B' : 'VARIANT_A';
}
