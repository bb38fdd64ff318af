import type { MediationGroup } from '../../../src/mediation/contract/index.ts';
import { useNavigate } from '../frame/navigation.tsx';
import { requestDialog } from '../frame/requested-dialog.ts';
import type { Choice } from '../kit/choice-box.tsx';
import { useMessages } from '../messages/index.ts';
import { actsOf } from './screens/group/use-group-change.ts';

interface Action {
  readonly text: string;
  readonly at: string;
  readonly search?: object;
  /** What opens there. */
  readonly dialog?: string;
}

/** What a person can do in the mediation console: on its pages, and on a group that was found. */
export function usePaletteActions(publisher: string | undefined) {
  const { common, mediation, mediationFrame } = useMessages();
  const { group: words, groups, inventory, lines, experiment } = mediation;
  const { actions, actionsOn } = mediationFrame;
  const navigate = useNavigate();
  const choice = (title: string, { text, at, search, dialog }: Action): Choice => ({
    key: `action ${at} ${text}`,
    group: title,
    text,
    run: () => void navigate({ to: `/${publisher}/${at}`, search, ...requestDialog(dialog) }),
  });
  const everywhere: readonly Action[] = [
    { text: groups.new, at: 'groups/new' },
    { text: actions.line, at: 'groups' },
    { text: actions.experiment, at: 'groups' },
    { text: actions.compare, at: 'groups/compare' },
    { text: actions.mapping, at: 'mappings' },
    { text: actions.mappings, at: 'mappings', dialog: 'paste' },
    { text: actions.copyMappings, at: 'mappings', dialog: 'copy' },
    { text: inventory.newApp, at: 'inventory', dialog: 'app' },
    { text: inventory.newUnit, at: 'inventory', dialog: 'unit' },
    { text: actions.report, at: 'reports' },
  ];
  const on = (group: MediationGroup): readonly Choice[] => {
    const { mediationGroupId: id, displayName = '', mediationAbExperimentState, archiveTime } = group;
    const at = `groups/${id}`;
    const isRunning = mediationAbExperimentState === 'RUNNING';
    const changes: readonly Action[] = [
      { text: lines.add, at, dialog: 'line' },
      { text: isRunning ? words.tabs.experiment : experiment.start, at, search: { tab: 'experiment' } },
      { text: words.rename, at, dialog: 'rename' },
    ];
    const own: readonly Action[] = [
      ...(archiveTime === undefined ? changes : []),
      { text: words.duplicate, at: 'groups/new', search: { from: id } },
      { text: words.compare, at: 'groups/compare', search: { a: id } },
      ...actsOf(group).map((act) => ({ text: words.acts[act].action, at, dialog: act })),
    ];
    return own.map((one) => choice(actionsOn(displayName), one));
  };
  return {
    everywhere: publisher === undefined ? [] : everywhere.map((one) => choice(common.paletteEverywhere, one)),
    on,
  };
}
