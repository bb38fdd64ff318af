import type { Catalogue, CurrentCatalogue } from '../ports/catalogue.ts';

export interface ReplaceableCatalogue {
  readonly current: CurrentCatalogue;
  /** From now on requests see the next catalogue; one that is under way keeps the one it began with. */
  replace(next: Catalogue): void;
}

export function replaceableCatalogue(first: Catalogue): ReplaceableCatalogue {
  let now = first;
  return {
    current: () => now,
    replace(next) {
      now = next;
    },
  };
}
