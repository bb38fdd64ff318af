import { Notice } from '../../kit/states.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { useChange } from '../api.ts';
import { useUnitName } from '../data.ts';
import type { DraftLine } from '../model/draft.ts';
import { mappingsToMake, withMade } from '../model/mappings-to-make.ts';

/** Mappings of one request, at most. */
const MOST = 100;

interface Wanted {
  readonly lines: readonly DraftLine[];
  readonly adUnitIds: readonly string[];
}

/** Says which mappings are made when the lines are saved. */
export function MappingsToMake({ lines, adUnitIds }: Wanted) {
  const { mediation } = useMessages();
  const wanted = mappingsToMake(lines, adUnitIds);
  if (wanted.length === 0) return null;
  const names = wanted.map(({ mapping }) => mapping.displayName ?? '');
  return <Notice>{mediation.lines.mappingsToMake(names.join(', '))}</Notice>;
}

/**
 * Makes the mappings of the lines, and gives the lines with their resource names. No mapping can be deleted, so what is to be
 * saved is tried out before. @throws ApiError
 */
export function useMakeMappings() {
  const { name: on } = useAccount();
  const parentOf = useUnitName();
  const create = useChange('accounts.adUnitMappings.batchCreate');
  return async (
    { lines, adUnitIds }: Wanted,
    tryOut: () => Promise<unknown>,
  ): Promise<readonly DraftLine[]> => {
    const wanted = mappingsToMake(lines, adUnitIds);
    if (wanted.length === 0) return lines;
    await tryOut();
    const made = new Map<string, string>();
    const keyOf = (adUnitId: string, name: string) => `${adUnitId} ${name}`;
    for (let first = 0; first < wanted.length; first += MOST) {
      const part = wanted.slice(first, first + MOST);
      const requests = part.map(({ adUnitId, mapping }) => ({
        parent: parentOf(adUnitId),
        adUnitMapping: mapping,
      }));
      const { adUnitMappings = [] } = await create.mutateAsync({ on, body: { requests } });
      for (const [index, { adUnitId, name }] of part.entries())
        made.set(keyOf(adUnitId, name), adUnitMappings[index]?.name ?? '');
    }
    return withMade(lines, (adUnitId, name) => made.get(keyOf(adUnitId, name)));
  };
}
