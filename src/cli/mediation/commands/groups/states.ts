import type { Command } from 'commander';
import type { MediationGroup } from '../../../../mediation/contract/index.ts';
import { print } from '../../../output.ts';
import { leaf } from '../../command.ts';
import type { MediationSession } from '../../connection.ts';
import { groupOf } from '../../find/groups.ts';
import { DRY_RUN, patchGroup } from './patch.ts';

interface Options {
  readonly dryRun?: boolean;
}

interface Act {
  readonly description: string;
  readonly done: string;
  readonly act: (
    session: MediationSession,
    group: MediationGroup,
    options: Options,
  ) => Promise<MediationGroup>;
}

const setState =
  (state: 'ENABLED' | 'DISABLED'): Act['act'] =>
  (session, group, options) =>
    patchGroup(session, group, { updateMask: ['state'], body: { state } }, options);

const archive =
  (method: 'archive' | 'unarchive'): Act['act'] =>
  ({ api }, { name = '', etag }, { dryRun }) =>
    api.call(`accounts.mediationGroups.${method}`, {
      on: name,
      validateOnly: dryRun,
      body: etag === undefined ? {} : { etag },
    });

const ACTS = {
  pause: {
    description: 'Stop serving a group; resume takes it back',
    done: 'is paused',
    act: setState('DISABLED'),
  },
  resume: {
    description: 'Serve a paused group again',
    done: 'serves again',
    act: setState('ENABLED'),
  },
  archive: {
    description: 'Take a group out of lists and serving; its history and reports stay',
    done: 'is archived',
    act: archive('archive'),
  },
  unarchive: {
    description: 'Bring an archived group back; it stays paused until you resume it',
    done: 'is back, and paused',
    act: archive('unarchive'),
  },
} as const satisfies Readonly<Record<string, Act>>;

/** A command that changes only the state of one group. Each of them can be undone, so none asks. */
export function stateCommand(name: keyof typeof ACTS): Command {
  const { description, done, act } = ACTS[name];
  return leaf<Options>({
    name: `${name} <group>`,
    description,
    examples: [
      `diptych mediation groups ${name} Races`,
      `diptych mediation groups ${name} 1234567890 --dry-run`,
    ],
    options: (command) => command.option(...DRY_RUN),
    run: async (session, options, wanted) => {
      const group = await act(session, await groupOf(session, wanted ?? ''), options);
      const head = options.dryRun ? 'dry run: ' : '';
      print(group, options, () => `${head}${group.displayName} (${group.mediationGroupId}) ${done}.`);
    },
  });
}
