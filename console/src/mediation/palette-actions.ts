import type { MediationGroup } from '../../../src/mediation/contract/index.ts';
import { useNavigate } from '../frame/navigation.tsx';
import type { PaletteChoice, PaletteStep } from '../frame/palette-sources.ts';
import { requestDialog } from '../frame/requested-dialog.ts';
import type { Choice } from '../kit/choice-box.tsx';
import { useMessages } from '../messages/index.ts';
import { ACTS, actsOf } from './screens/group/use-group-change.ts';

interface Place {
  readonly at: string;
  readonly search?: object;
  /** What opens there. */
  readonly dialog?: string;
}

/** What a person can do with a group. */
export interface GroupAction {
  /** Beside other actions. */
  readonly text: string;
  /** Below the name of the group. */
  readonly short: string;
  isFor(group: MediationGroup): boolean;
  place(id: string): Place;
}

const isLive = ({ archiveTime }: MediationGroup) => archiveTime === undefined;
const isRunning = ({ mediationAbExperimentState: state }: MediationGroup) => state === 'RUNNING';
const inGroup = (part: Omit<Place, 'at'>) => (id: string) => ({ at: `groups/${id}`, ...part });

/** What a person can do in the mediation console: on its pages, and on a group. */
export function usePaletteActions(publisher: string | undefined) {
  const { common, mediation, mediationFrame } = useMessages();
  const { group: words, groups, inventory, lines, experiment } = mediation;
  const { actions, acts, actionsOn } = mediationFrame;
  const navigate = useNavigate();
  const run =
    ({ at, search, dialog }: Place) =>
    () =>
      void navigate({ to: `/${publisher}/${at}`, search, ...requestDialog(dialog) });
  const onGroup: readonly GroupAction[] = [
    { text: actions.line, short: lines.add, isFor: isLive, place: inGroup({ dialog: 'line' }) },
    {
      text: actions.experiment,
      short: experiment.start,
      isFor: (group) => isLive(group) && !isRunning(group),
      place: inGroup({ search: { tab: 'experiment' } }),
    },
    {
      text: actions.seeExperiment,
      short: words.tabs.experiment,
      isFor: (group) => isLive(group) && isRunning(group),
      place: inGroup({ search: { tab: 'experiment' } }),
    },
    { text: actions.rename, short: words.rename, isFor: isLive, place: inGroup({ dialog: 'rename' }) },
    {
      text: actions.duplicate,
      short: words.duplicate,
      isFor: () => true,
      place: (id) => ({ at: 'groups/new', search: { from: id } }),
    },
    {
      text: actions.compare,
      short: words.compare,
      isFor: () => true,
      place: (id) => ({ at: 'groups/compare', search: { a: id } }),
    },
    ...ACTS.map((act) => ({
      text: acts[act],
      short: words.acts[act].action,
      isFor: (group: MediationGroup) => actsOf(group).includes(act),
      place: inGroup({ dialog: act }),
    })),
  ];
  const onPages: readonly (Place & { readonly text: string })[] = [
    { text: groups.new, at: 'groups/new' },
    { text: actions.mapping, at: 'mappings' },
    { text: actions.mappings, at: 'mappings', dialog: 'paste' },
    { text: actions.copyMappings, at: 'mappings', dialog: 'copy' },
    { text: inventory.newApp, at: 'inventory', dialog: 'app' },
    { text: inventory.newUnit, at: 'inventory', dialog: 'unit' },
    { text: actions.report, at: 'reports' },
  ];
  const shared = (text: string) => ({ key: `action ${text}`, group: common.paletteEverywhere, text });
  return {
    run,
    /** `ask` makes the question for the group. */
    everywhere: (ask: (action: GroupAction) => PaletteStep): readonly PaletteChoice[] => [
      ...onPages.map(({ text, ...place }) => ({ ...shared(text), run: run(place) })),
      ...onGroup.map((action) => ({ ...shared(action.text), asks: ask(action) })),
    ],
    on: (group: MediationGroup): readonly Choice[] => {
      const { mediationGroupId: id = '', displayName = '' } = group;
      return onGroup
        .filter(({ isFor }) => isFor(group))
        .map(({ short, place }) => ({
          key: `action ${id} ${short}`,
          group: actionsOn(displayName),
          text: short,
          run: run(place(id)),
        }));
    },
  };
}
