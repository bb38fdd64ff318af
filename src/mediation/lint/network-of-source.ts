import type { AdSource } from '../ports/catalogue.ts';

/** A network can have a bidding and a waterfall source: their titles differ in the parts in parentheses. */
export const networkOf = ({ title }: Pick<AdSource, 'title'>): string =>
  title
    .replaceAll(/\([^()]*\)/g, ' ')
    .trim()
    .toLowerCase();
