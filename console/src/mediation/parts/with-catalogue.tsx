import type { ReactNode } from 'react';
import { Loaded } from '../../kit/states.tsx';
import { useInventory, useSources } from '../data.ts';

/**
 * Without the catalogue lines would have no titles, and the own network would seem to need mappings. Without the inventory
 * ad units would have no names.
 */
export function WithCatalogue({ children }: { readonly children: ReactNode }) {
  return (
    <Loaded query={useSources()} also={[useInventory()]}>
      {() => children}
    </Loaded>
  );
}
