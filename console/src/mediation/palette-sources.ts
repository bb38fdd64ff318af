import { useQueryClient } from '@tanstack/react-query';
import { hasWords } from '../../../src/conventions/has-words.ts';
import { findGroups, groupsNamed, MOST } from '../frame/find-groups.ts';
import type { PaletteChoice, PaletteSource, PaletteStep } from '../frame/palette-sources.ts';
import { useSession } from '../frame/session.tsx';
import { useMessages } from '../messages/index.ts';
import { EXPERIMENTS, live } from './api.ts';
import { EXPERIMENTS_STALE, readExperiments } from './data.ts';
import { type GroupAction, usePaletteActions } from './palette-actions.ts';
import { useRequestSource } from './request-source.ts';

/** Groups are read once for so long, whatever is typed. */
const FRESH = 60_000;

const GROUP_FIELDS =
  'nextPageToken,mediationGroups(mediationGroupId,displayName,state,archiveTime,mediationAbExperimentState,mediationGroupLines/*(displayName))';

interface Found {
  readonly sources: readonly PaletteSource[];
  readonly actions: readonly PaletteChoice[];
}

/** Groups, lines and experiments of the publisher, by name or id, and what a person can do. */
export function usePalette(publisher: string | undefined): Found {
  const { mediation, mediationFrame: words } = useMessages();
  const { guarded } = useSession();
  const queries = useQueryClient();
  const { run, everywhere, on } = usePaletteActions(publisher);
  const requestSource = useRequestSource();
  if (publisher === undefined) return { sources: [], actions: [] };
  const account = `accounts/${publisher}`;
  const background = { background: true };
  const read = () =>
    queries.fetchQuery({
      queryKey: ['palette groups', publisher],
      staleTime: FRESH,
      queryFn: () => guarded(() => live(account, background).groups({ fields: GROUP_FIELDS })),
    });

  const groups: PaletteSource = {
    async find(text) {
      const { hits, only } = findGroups(await read(), text);
      const choices = hits.map(({ group, id, line }) => ({
        key: `group ${id} ${line?.id ?? ''}`,
        group: line ? words.lines : words.groups,
        text: line?.text ?? group.displayName ?? '',
        more: line && group.displayName,
        run: run({ at: `groups/${id}`, search: line ? { line: line.id } : {} }),
      }));
      return [...choices, ...(only ? on(only) : [])];
    },
  };

  /** The menu has read them. */
  const experiments: PaletteSource = {
    async find(text) {
      const all = await queries.fetchQuery({
        queryKey: [EXPERIMENTS, account],
        staleTime: EXPERIMENTS_STALE,
        queryFn: () => guarded(() => readExperiments(account, background)),
      });
      return all
        .filter(({ experiment: { displayName, experimentId } }) =>
          hasWords(`${displayName} ${experimentId}`, text),
        )
        .slice(0, MOST)
        .map(({ group, experiment: { displayName, experimentId = '' } }) => ({
          key: `experiment ${experimentId}`,
          group: words.experiments,
          text: displayName || mediation.experiment.unnamed,
          more: group.displayName,
          run: run({
            at: `groups/${group.mediationGroupId}`,
            search: { tab: 'experiment', experiment: experimentId },
          }),
        }));
    },
  };

  const ask = ({ text, isFor, place }: GroupAction): PaletteStep => ({
    question: words.which(text),
    hint: words.typeGroup,
    sources: [
      {
        find: async (typed) =>
          groupsNamed((await read()).filter(isFor), typed).map(
            ({ mediationGroupId: id = '', displayName = '' }) => ({
              key: `group ${id}`,
              group: words.groups,
              text: displayName,
              run: run(place(id)),
            }),
          ),
      },
      {
        isLast: true,
        find: () => [
          { key: 'list', group: words.byHand, text: words.listOfGroups, run: run({ at: 'groups' }) },
        ],
      },
    ],
  });
  return { sources: [groups, experiments, requestSource([groups, experiments])], actions: everywhere(ask) };
}
