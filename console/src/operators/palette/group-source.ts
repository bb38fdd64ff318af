import { mediationMethods } from 'virtual:contract';
import { useQueryClient } from '@tanstack/react-query';
import { liveAccount } from '../../../../src/client/live-account.ts';
import { mediationClient } from '../../../../src/client/mediation.ts';
import { optionsOf, sendToConsole } from '../../api/client.ts';
import { FOUND_LINE_FIELDS, findGroups } from '../../frame/find-groups.ts';
import { SHORTEST } from '../../frame/ids.ts';
import type { PaletteChoice, PaletteSource } from '../../frame/palette-sources.ts';
import { useSession } from '../../frame/session.tsx';
import { useMessages } from '../../messages/index.ts';

/** Publishers whose groups are read. */
const MOST_PUBLISHERS = 10;
/** Groups are read once for so long, whatever is typed. */
const FRESH = 60_000;

const FIELDS = `nextPageToken,mediationGroups(mediationGroupId,displayName,mediationGroupLines/*(${FOUND_LINE_FIELDS}))`;

const api = mediationClient(mediationMethods, sendToConsole);

const groupsOf = (publisher: string) =>
  liveAccount(api, async () => `accounts/${publisher}`, optionsOf({ background: true })).groups({
    fields: FIELDS,
  });

/** Groups and lines of the person's own publishers. They are changed in the mediation console, which opens. */
export function useGroupSource(): PaletteSource {
  const { palette: words, changeWords } = useMessages();
  const { session, guarded } = useSession();
  const queries = useQueryClient();
  const { otherConsole, person } = session;
  const read = (publisher: string) =>
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
      const choices: PaletteChoice[] = [];
      // The server limits reads, so one publisher after the other.
      for (const publisher of own)
        for (const { group, line } of findGroups(await read(publisher), text, changeWords.inVariantB).hits) {
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
