import type { MediationAbExperiment } from '../../../src/mediation/contract/index.ts';
import type { GroupHit } from '../frame/find-groups.ts';
import { type Act, actsOf } from './model/acts.ts';
import { isOpen } from './model/experiment.ts';

/** What is found: a group, or a line or an experiment of it. */
export interface Hit extends GroupHit {
  readonly experiment?: MediationAbExperiment;
}

/** What is found and can be acted on. */
export type ActsOn = 'group' | 'line' | 'experiment';

export interface ActionPlace {
  /** The page of the publisher that has it. */
  readonly to?: string;
  /** It is on the page of one of these. */
  readonly of?: ActsOn;
  readonly search?: object;
  /** The search parameter of the page that takes the id of the group. */
  readonly asParameter?: string;
  /** What opens there; without it a person goes on by hand. */
  readonly dialog?: string;
  /** Whether it can be done with the one that was found. */
  readonly when?: (hit: Hit) => boolean;
}

const isLive = ({ group }: Hit) => group.archiveTime === undefined;
const runs = ({ group }: Hit) => group.mediationAbExperimentState === 'RUNNING';
const onGroup = { of: 'group', when: isLive } as const;
const onLine = (when: (line: NonNullable<Hit['line']>) => boolean) => ({
  of: 'line' as const,
  dialog: 'edit',
  when: (hit: Hit) => isLive(hit) && hit.line !== undefined && when(hit.line),
});
const act = (dialog: Act) => ({
  of: 'group' as const,
  dialog,
  when: ({ group }: Hit) => actsOf(group).includes(dialog),
});

/** Where each action of the console is. */
export const ACTIONS = {
  newGroup: { to: 'groups/new' },
  addLine: { ...onGroup, dialog: 'line' },
  changeTargeting: onGroup,
  changePrice: onLine(({ cpmMode }) => cpmMode === 'MANUAL'),
  disableLine: onLine(({ state }) => state === 'ENABLED'),
  enableLine: onLine(({ state }) => state === 'DISABLED'),
  removeLine: { of: 'line', when: isLive },
  startExperiment: {
    of: 'group',
    search: { tab: 'experiment' },
    when: (hit) => isLive(hit) && !runs(hit),
  },
  stopExperiment: {
    of: 'experiment',
    dialog: 'stop',
    when: ({ group, experiment }) => experiment !== undefined && isOpen({ group, experiment }),
  },
  seeExperiment: { of: 'experiment' },
  renameGroup: { ...onGroup, dialog: 'rename' },
  duplicateGroup: { of: 'group', to: 'groups/new', asParameter: 'from' },
  compareGroups: { of: 'group', to: 'groups/compare', asParameter: 'a' },
  rollBackGroup: { ...onGroup, search: { tab: 'history' } },
  pause: act('pause'),
  resume: act('resume'),
  archive: act('archive'),
  unarchive: act('unarchive'),
  newMapping: { to: 'mappings', dialog: 'new' },
  importMappings: { to: 'mappings', dialog: 'paste' },
  copyMappings: { to: 'mappings', dialog: 'copy' },
  newApp: { to: 'inventory', dialog: 'app' },
  newUnit: { to: 'inventory', dialog: 'unit' },
  makeReport: { to: 'reports' },
} as const satisfies { readonly [Name in Act]: ActionPlace } & Readonly<Record<string, ActionPlace>>;

export type ActionName = keyof typeof ACTIONS;

/** Whether an action can be done with what was found. */
export const isFor = ({ of, when = () => true }: ActionPlace, hit: Hit): boolean =>
  of === (hit.experiment ? 'experiment' : hit.line ? 'line' : 'group') && when(hit);
