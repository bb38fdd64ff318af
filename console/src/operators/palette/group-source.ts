import { useQueryClient } from '@tanstack/react-query';
import type { MediationGroup, ResponseOf } from '../../../../src/mediation/contract/index.ts';
import { send } from '../../api/client.ts';
import { findGroups, GROUP_FIELDS } from '../../frame/find-groups.ts';
import type { PaletteSource } from '../../frame/palette-sources.ts';
import { useSession } from '../../frame/session.tsx';
import { useMessages } from '../../messages/index.ts';
import { SHORTEST } from './use-hits.ts';

/** Publishers whose groups are read. */
const MOST_PUBLISHERS = 10;
/** Groups are read once for so long, whatever is typed. */
const FRESH = 60_000;

type Groups = ResponseOf<'accounts.mediationGroups.list'>;

async function groupsOf(publisher: string): Promise<readonly MediationGroup[]> {
  const all: MediationGroup[] = [];
  let pageToken = '';
  do {
    const query = new URLSearchParams({ fields: GROUP_FIELDS, ...(pageToken !== '' && { pageToken }) });
    const path = `/v1beta/accounts/${publisher}/mediationGroups?${query}`;
    const { body } = await send<Groups>('GET', path, undefined, { background: true });
    all.push(...(body.mediationGroups ?? []));
    pageToken = body.nextPageToken ?? '';
  } while (pageToken !== '');
  return all;
}

/** Groups and lines of the person's own publishers. They are changed in the mediation console, which opens. */
export function useGroupSource(): PaletteSource {
  const { palette: words } = useMessages();
  const { session, guarded } = useSession();
  const queries = useQueryClient();
  const { otherConsole, person } = session;
  const read = (publisher: string) =>
    queries.fetchQuery({
      queryKey: ['palette groups', publisher],
      staleTime: FRESH,
      queryFn: () => guarded(() => groupsOf(publisher)),
    });
  return {
    async find(text) {
      if (otherConsole === undefined || text.length < SHORTEST) return [];
      const own = (person.publishers ?? []).slice(0, MOST_PUBLISHERS);
      const all = await Promise.all(
        // A publisher may be taken from the person in mid-session.
        own.map(async (publisher) => ({ publisher, groups: await read(publisher).catch(() => []) })),
      );
      return all.flatMap(({ publisher, groups }) =>
        findGroups(groups, text).hits.map(({ group, id, line }) => ({
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
        })),
      );
    },
  };
}
