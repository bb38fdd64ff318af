import type { ReactNode } from 'react';
import { Loaded } from '../../kit/states.tsx';
import { useCatalogue } from '../data.ts';

/** Without the catalogue lines would have no titles, and the own network would seem to need mappings. */
export function WithCatalogue({ children }: { readonly children: ReactNode }) {
  return <Loaded query={useCatalogue()}>{() => children}</Loaded>;
}
