import { useQueryClient } from '@tanstack/react-query';
import { hasWords } from '../../../src/conventions/has-words.ts';
import type { MediationGroup } from '../../../src/mediation/contract/index.ts';
import { FOUND_LINE_FIELDS, findGroups, groupsNamed, linesNamed, MOST } from '../frame/find-groups.ts';
import { useNavigate } from '../frame/navigation.tsx';
import type { PaletteChoice, PaletteSource, PaletteStep } from '../frame/palette-sources.ts';
import { requestDialog } from '../frame/requested-dialog.ts';
import { useSession } from '../frame/session.tsx';
import type { Choice } from '../kit/choice-box.tsx';
import { useMessages } from '../messages/index.ts';
import { EXPERIMENTS, live } from './api.ts';
import { EXPERIMENTS_STALE, readExperiments } from './data.ts';
import { useInventorySources } from './inventory-sources.ts';
import { ACTIONS, type ActionName, type ActionPlace, type Hit, isFor } from './palette-actions.ts';
import { named } from './parts/named.ts';
import { useRequestSource } from './request-source.ts';

/** Groups are read once for so long, whatever is typed. */
const FRESH = 60_000;

const GROUP_FIELDS = `nextPageToken,mediationGroups(mediationGroupId,displayName,state,archiveTime,targeting(platform,format),mediationAbExperimentState,mediationGroupLines/*(${FOUND_LINE_FIELDS},state,cpmMode))`;

interface Found {
  readonly sources: readonly PaletteSource[];
  readonly actions: readonly PaletteChoice[];
}

/** What the publisher has, by name or id, and what a person can do. */
export function usePalette(publisher: string | undefined): Found {
  const { common, changeWords, mediation, mediationFrame: words } = useMessages();
  const { guarded } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const requestSource = useRequestSource();
  const ofInventory = useInventorySources(publisher ?? '');
  if (publisher === undefined) return { sources: [], actions: [] };
  const account = `accounts/${publisher}`;
  const background = { background: true };
  const { platforms, formats } = mediation.words;
  const about = ({ targeting = {} }: MediationGroup) =>
    `${named(platforms, targeting.platform)} ${named(formats, targeting.format)}`;
  const actions = (Object.entries(ACTIONS) as [ActionName, ActionPlace][]).map(([name, place]) => ({
    name,
    place,
    text: words.actions[name],
    terms: (words.actionTerms as Partial<Record<ActionName, string>>)[name],
  }));

  const readGroups = () =>
    queries.fetchQuery({
      queryKey: ['palette groups', publisher],
      staleTime: FRESH,
      queryFn: () => guarded(() => live(account, background).groups({ fields: GROUP_FIELDS })),
    });
  /** The menu has read them. */
  async function findExperiments(typed: string, fits: (hit: Hit) => boolean): Promise<readonly Hit[]> {
    const all = await queries.fetchQuery({
      queryKey: [EXPERIMENTS, account],
      staleTime: EXPERIMENTS_STALE,
      queryFn: () => guarded(() => readExperiments(account, background)),
    });
    const matching = all.filter(({ experiment: { displayName, experimentId }, group }) =>
      hasWords(`${displayName} ${experimentId} ${group.displayName}`, typed),
    );
    return matching.filter(fits).slice(0, MOST);
  }
  const finders = {
    group: async (typed: string, fits: (hit: Hit) => boolean) =>
      groupsNamed(await readGroups(), typed, { fits, about }),
    line: async (typed: string, fits: (hit: Hit) => boolean) =>
      linesNamed(await readGroups(), typed, changeWords, fits),
    experiment: findExperiments,
  };

  const open = (to: string, { search, dialog }: ActionPlace = {}) =>
    void navigate({ to: `/${publisher}/${to}`, search, ...requestDialog(dialog) });
  /** Opens what was found, or the place of an action on it. */
  function openHit({ group, line, experiment }: Hit, place: ActionPlace = {}): void {
    const { mediationGroupId: id = '' } = group;
    const { to = `groups/${id}`, asParameter } = place;
    const search = {
      ...(line && { line: line.id }),
      ...(experiment && { tab: 'experiment', experiment: experiment.experimentId }),
      ...(asParameter !== undefined && { [asParameter]: id }),
      ...place.search,
    };
    open(to, { ...place, search });
  }
  const idOf = ({ group, line, experiment }: Hit) =>
    [group.mediationGroupId, line?.id, experiment?.experimentId].join(' ');
  const nameOf = ({ group, line, experiment }: Hit) =>
    experiment
      ? experiment.displayName || mediation.experiment.unnamed
      : (line?.text ?? group.displayName ?? '');
  const choiceOf = (hit: Hit, place?: ActionPlace): Choice => ({
    key: `hit ${idOf(hit)}`,
    group: hit.experiment ? words.experiments : hit.line ? words.lines : words.groups,
    text: nameOf(hit),
    more: hit.experiment || hit.line ? hit.group.displayName : undefined,
    isName: true,
    run: () => openHit(hit, place),
  });
  const actionsOn = (hit: Hit): readonly Choice[] =>
    actions
      // The choice of the experiment does the same.
      .filter(({ place }) => place !== ACTIONS.seeExperiment && isFor(place, hit))
      .map(({ name, place, text }) => ({
        key: `action ${text} ${idOf(hit)}`,
        group: words.actionsOn(nameOf(hit)),
        text: (words.actionsHere as Partial<Record<ActionName, string>>)[name] ?? text,
        run: () => openHit(hit, place),
      }));

  const groups: PaletteSource = {
    async find(typed) {
      const { hits, only } = findGroups(await readGroups(), typed, changeWords, about);
      return [...hits.map((hit) => choiceOf(hit)), ...(only ? actionsOn({ group: only }) : [])];
    },
  };
  const experiments: PaletteSource = {
    async find(typed) {
      const hits = await findExperiments(typed, () => true);
      const [only, other] = hits;
      return [...hits.map((hit) => choiceOf(hit)), ...(only && !other ? actionsOn(only) : [])];
    },
  };

  /** The question on what an action acts. */
  const step = (text: string, place: ActionPlace, of: keyof typeof finders): PaletteStep => ({
    question: words.which(text, of),
    hint: words.typeName,
    sources: [
      {
        find: async (typed) =>
          (await finders[of](typed, (hit) => isFor(place, hit))).map((hit) => choiceOf(hit, place)),
      },
      {
        isLast: true,
        find: () => [
          { key: 'list', group: words.byHand, text: words.listOfGroups, run: () => open('groups') },
        ],
      },
    ],
  });
  const everywhere = actions.map(({ name, place, text, terms }): PaletteChoice => {
    const choice = { key: `action ${name}`, group: common.paletteEverywhere, text, terms };
    return place.of === undefined
      ? { ...choice, run: () => open(place.to ?? '', place) }
      : { ...choice, asks: step(text, place, place.of) };
  });
  const found = [groups, experiments, ...ofInventory];
  return { sources: [...found, requestSource(found)], actions: everywhere };
}
