import { useQueryClient } from '@tanstack/react-query';
import { hasWords } from '../../../src/conventions/has-words.ts';
import { useNavigate } from '../frame/navigation.tsx';
import type { PaletteSource } from '../frame/palette-sources.ts';
import { useSession } from '../frame/session.tsx';
import type { Choice } from '../kit/choice-box.tsx';
import { useMessages } from '../messages/index.ts';
import { live } from './api.ts';
import type { usePaletteActions } from './palette-actions.ts';

/** Choices of one kind. */
const MOST = 6;
/** Groups are read once for so long, whatever is typed. */
const FRESH = 60_000;

const FIELDS =
  'nextPageToken,mediationGroups(mediationGroupId,displayName,state,archiveTime,mediationAbExperimentState,mediationGroupLines/*(displayName,adSourceId))';

/** Groups and lines of the publisher, by name or id, and what to do with one. */
export function usePaletteSources(
  publisher: string | undefined,
  { on }: ReturnType<typeof usePaletteActions>,
): readonly PaletteSource[] {
  const { mediationFrame: words } = useMessages();
  const { guarded } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  if (publisher === undefined) return [];
  const read = () =>
    queries.fetchQuery({
      queryKey: ['palette groups', publisher],
      staleTime: FRESH,
      queryFn: () =>
        guarded(() => live(`accounts/${publisher}`, { background: true }).groups({ fields: FIELDS })),
    });
  const groups: PaletteSource = {
    async find(text) {
      const all = await read();
      const open = (group: string | undefined, line?: string) => () =>
        void navigate({
          to: '/$publisher/groups/$group',
          params: { publisher, group },
          search: line === undefined ? {} : { line },
        });
      const named = all
        .filter(({ mediationGroupId, displayName }) => hasWords(`${displayName} ${mediationGroupId}`, text))
        .slice(0, MOST);
      const lines = all
        .flatMap((group) =>
          Object.entries(group.mediationGroupLines ?? {}).map(([key, line]) => ({ group, key, line })),
        )
        .filter(({ line: { displayName = '' } }) => displayName !== '' && hasWords(displayName, text))
        .slice(0, MOST);
      const ofGroups = named.map(
        ({ mediationGroupId: id, displayName = '' }): Choice => ({
          key: `group ${id}`,
          group: words.groups,
          text: displayName,
          run: open(id),
        }),
      );
      const ofLines = lines.map(
        ({ group, key, line }): Choice => ({
          key: `line ${group.mediationGroupId} ${key}`,
          group: words.lines,
          text: line.displayName ?? '',
          more: group.displayName,
          run: open(group.mediationGroupId, key),
        }),
      );
      const [only, other] = new Set([...named, ...lines.map(({ group }) => group)]);
      return [...ofGroups, ...ofLines, ...(only && !other ? on(only) : [])];
    },
  };
  return [groups];
}
