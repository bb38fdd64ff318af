import { useQueryClient } from '@tanstack/react-query';
import { hasWords } from '../../../../src/conventions/has-words.ts';
import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { SHORTEST } from '../../frame/ids.ts';
import { useNavigate } from '../../frame/navigation.tsx';
import type { PaletteChoice, PaletteSource } from '../../frame/palette-sources.ts';
import { useSession } from '../../frame/session.tsx';
import { useMessages } from '../../messages/index.ts';
import { admin, useMayCall } from '../api.ts';

/** Rows of publishers; a person types more to see others. */
const MOST = 6;
/** Publishers whose groups are read. */
const MOST_PUBLISHERS = 10;
/** Groups are read once for so long, whatever is typed. */
const FRESH = 60_000;

/** Publishers by their names. Those of the person open in the mediation console. */
export function usePublisherSource(): PaletteSource {
  const { palette: words, common } = useMessages();
  const { session, guarded } = useSession();
  const may = useMayCall()('listPublishers');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { otherConsole, person } = session;
  return {
    async find(text) {
      if (!may || text.length < SHORTEST) return [];
      const { publishers } = await queries.fetchQuery({
        queryKey: ['palette publishers'],
        staleTime: FRESH,
        queryFn: () => guarded(() => admin('listPublishers', { pageSize: 100 }, { background: true })),
      });
      const found = publishers.filter(({ id, displayName }) => hasWords(`${displayName} ${id}`, text));
      return found.slice(0, MOST).map(({ id, displayName }): PaletteChoice => {
        const isThere = otherConsole !== undefined && person.publishers?.includes(id);
        return {
          key: `publisher ${id}`,
          group: words.publishers,
          text: displayName,
          more: isThere ? common.mediationConsole : id,
          terms: id,
          run: () =>
            isThere
              ? location.assign(new URL(`${id}/home`, otherConsole))
              : void navigate({ to: '/publishers' }),
        };
      });
    },
  };
}

/** Groups and lines of the person's own publishers. They are changed in the mediation console, which opens. */
export function useGroupSource(): PaletteSource {
  const { palette: words, changeWords } = useMessages();
  const { session, guarded } = useSession();
  const queries = useQueryClient();
  const { otherConsole, person } = session;
  const read = (groupsOf: (publisher: string) => Promise<readonly MediationGroup[]>, publisher: string) =>
    queries.fetchQuery({
      queryKey: ['palette groups', publisher],
      staleTime: FRESH,
      // A publisher may be taken from the person in mid-session; then it has none for as long.
      queryFn: () => guarded(() => groupsOf(publisher)).catch(() => []),
    });
  return {
    async find(text) {
      if (otherConsole === undefined || text.length < SHORTEST) return [];
      const own = (person.publishers ?? []).slice(0, MOST_PUBLISHERS);
      if (own.length === 0) return [];
      const { findGroups, groupsOf } = await import('./read-groups.ts');
      const choices: PaletteChoice[] = [];
      // The server limits reads, so one publisher after the other.
      for (const publisher of own)
        for (const { group, line } of findGroups(await read(groupsOf, publisher), text, changeWords).hits) {
          const { mediationGroupId: id = '' } = group;
          choices.push({
            key: `group ${publisher} ${id} ${line?.id ?? ''}`,
            group: line ? words.lines : words.groups,
            text: line?.text ?? group.displayName ?? id,
            more: line ? group.displayName : own.length > 1 ? publisher : undefined,
            run: () => {
              const place = new URL(`${publisher}/groups/${id}`, otherConsole);
              // The router reads it as JSON.
              if (line) place.searchParams.set('line', JSON.stringify(line.id));
              location.assign(place);
            },
          });
        }
      return choices;
    },
  };
}
