import { unitResource } from '../../../../src/client/live-account.ts';
import { Notice } from '../../kit/states.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { useChange } from '../api.ts';
import type { DraftLine } from '../model/draft.ts';
import { BATCH } from '../model/mapping-rows.ts';
import { mappingsToMake, withMade } from '../model/mappings-to-make.ts';

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

interface Steps {
  /** Tries out what is to be saved, because no mapping can be deleted. */
  readonly tryOut: () => Promise<unknown>;
  /** Keeps the lines with the mappings made so far, so that a failure of the next request makes none twice. */
  readonly onMade: (lines: readonly DraftLine[]) => void;
}

/** Makes the mappings of the lines, and gives the lines with their resource names. @throws ApiError */
export function useMakeMappings() {
  const { name: on } = useAccount();
  const create = useChange('accounts.adUnitMappings.batchCreate');
  return async ({ lines, adUnitIds }: Wanted, { tryOut, onMade }: Steps): Promise<readonly DraftLine[]> => {
    const wanted = mappingsToMake(lines, adUnitIds);
    if (wanted.length === 0) return lines;
    await tryOut();
    const made = new Map<string, string>();
    const keyOf = (adUnitId: string, name: string) => `${adUnitId} ${name}`;
    let named = lines;
    for (let first = 0; first < wanted.length; first += BATCH) {
      const part = wanted.slice(first, first + BATCH);
      const requests = part.map(({ adUnitId, mapping }) => ({
        parent: unitResource(on, adUnitId),
        adUnitMapping: mapping,
      }));
      const { adUnitMappings = [] } = await create.mutateAsync({ on, body: { requests } });
      for (const [index, { adUnitId, name }] of part.entries()) {
        const resource = adUnitMappings[index]?.name;
        if (resource) made.set(keyOf(adUnitId, name), resource);
      }
      named = withMade(lines, (adUnitId, name) => made.get(keyOf(adUnitId, name)));
      onMade(named);
    }
    return named;
  };
}
