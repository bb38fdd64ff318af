import { useQueryClient } from '@tanstack/react-query';
import { hasWords } from '../../../src/conventions/has-words.ts';
import { useNavigate } from '../frame/navigation.tsx';
import type { PaletteSource } from '../frame/palette-sources.ts';
import { useSession } from '../frame/session.tsx';
import type { Choice } from '../kit/choice-box.tsx';
import { useMessages } from '../messages/index.ts';
import { live } from './api.ts';

/** Choices of one kind. */
const MOST = 6;
/** Groups are read once for so long, whatever is typed. */
const FRESH = 60_000;

const FIELDS =
  'nextPageToken,mediationGroups(mediationGroupId,displayName,mediationGroupLines/*(displayName,adSourceId))';

/** Groups and lines of the publisher, by name or id. */
export function usePaletteSources(publisher: string | undefined): readonly PaletteSource[] {
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
      const all = (await read()).map(
        ({ mediationGroupId: id = '', displayName = '', mediationGroupLines = {} }) => ({
          id,
          displayName,
          lines: Object.values(mediationGroupLines),
        }),
      );
      const open = (id: string) => () =>
        void navigate({ to: '/$publisher/groups/$group', params: { publisher, group: id } });
      const ofGroups = all
        .filter(({ id, displayName }) => hasWords(`${displayName} ${id}`, text))
        .slice(0, MOST)
        .map(
          ({ id, displayName }): Choice => ({
            key: `group ${id}`,
            group: words.groups,
            text: displayName,
            run: open(id),
          }),
        );
      const ofLines = all
        .flatMap(({ id, displayName, lines }) =>
          lines.map(({ displayName: line = '' }) => ({ id, in: displayName, line })),
        )
        .filter(({ line }) => line !== '' && hasWords(line, text))
        .slice(0, MOST)
        .map(
          ({ id, in: group, line }, index): Choice => ({
            key: `line ${id} ${index}`,
            group: words.lines,
            text: line,
            more: group,
            run: open(id),
          }),
        );
      return [...ofGroups, ...ofLines];
    },
  };
  return [groups];
}
