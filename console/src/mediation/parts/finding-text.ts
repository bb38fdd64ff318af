import { useInventory } from '../data.ts';
import { useLabels } from './labels.ts';

/** A sentence of lint, with names in place of the ids of ad units that have one. */
export function useFindingText(): (sentence: string | undefined) => string {
  const { unit } = useLabels();
  const units = new Set(useInventory().data?.units.map(({ adUnitId }) => adUnitId));
  return (sentence = '') =>
    sentence.replaceAll(/ca-app-pub-\d{16}\/\d{10}/g, (id) => (units.has(id) ? unit(id) : id));
}
