import type { MediationGroup } from '../mediation/contract/index.ts';

interface Change {
  readonly method?: string | undefined;
  readonly before?: MediationGroup | undefined;
  readonly after?: MediationGroup | undefined;
}

/** The variant that the stop of an experiment kept, by the lines of its group; undefined for another change. */
export function keptVariant({ method = '', before, after }: Change): 'VARIANT_A' | 'VARIANT_B' | undefined {
  if (!method.endsWith('mediationAbExperiments.stop')) return undefined;
  const left = after?.mediationGroupLines ?? {};
  const isKept = Object.entries(before?.mediationGroupLines ?? {}).some(
    ([id, { experimentVariant }]) => experimentVariant === 'VARIANT_B' && Object.hasOwn(left, id),
  );
  return isKept ? 'VARIANT_B' : 'VARIANT_A';
}
