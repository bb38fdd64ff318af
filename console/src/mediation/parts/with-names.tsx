import type { ReactNode } from 'react';
import { Loaded } from '../../kit/states.tsx';
import { useCatalogue, useInventory } from '../data.ts';

/**
 * Waits for what `useLabels` reads. Without the catalogue lines would have no titles, and the own network would seem to need
 * mappings. Without the inventory ad units would have no names.
 */
export function WithNames({ children }: { readonly children: ReactNode }) {
  return (
    <Loaded query={useCatalogue()} also={[useInventory()]}>
      {() => children}
    </Loaded>
  );
}
