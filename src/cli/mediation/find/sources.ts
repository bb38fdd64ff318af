import type { AdSource } from '../../../mediation/contract/index.ts';
import { pick } from './pick.ts';

export const pickSource = (sources: readonly AdSource[], wanted: string): AdSource =>
  pick(sources, wanted, {
    what: 'ad source',
    ids: ({ adSourceId, name }) => [adSourceId, name],
    names: ({ title }) => [title],
    tell: ({ adSourceId, title }) => `${adSourceId}  ${title}`,
  });

export const titlesOf = (sources: readonly AdSource[]): ReadonlyMap<string, string> =>
  new Map(sources.map(({ adSourceId = '', title = '' }) => [adSourceId, title]));
