import { omit } from '../../conventions/omit.ts';
import type { MediationAbExperiment } from '../../mediation/contract/index.ts';
import { expectEqual, requirePresent } from '../narrator.ts';
import type { DemoSession, KeptGroup } from './api.ts';
import { linesOf, lineTable, SOURCES } from './groups.ts';
import type { AdUnits, Mappings } from './inventory.ts';

/** Lines of variant B; the line of the publisher's own network has the title of its source. */
const TREATMENT = ['ironSource', 'AdMob Network'] as const;

const wanted = ({ start }: AdUnits, { ironSourceAtStart }: Mappings): MediationAbExperiment => ({
  displayName: 'ironSource instead of AppLovin?',
  treatmentTrafficPercentage: '10',
  treatmentMediationLines: [
    {
      mediationGroupLine: {
        displayName: TREATMENT[0],
        adSourceId: SOURCES.ironSource,
        cpmMicros: '3100000',
        adUnitMappings: { [start.adUnitId]: ironSourceAtStart },
      },
    },
    { mediationGroupLine: { adSourceId: SOURCES.ownNetwork, cpmMode: 'LIVE' } },
  ],
});

/** Shows the current group; a line is identified by its name and variant. */
async function show(
  { tell, api }: DemoSession,
  { name }: KeptGroup,
  state: string,
  lines: readonly string[],
) {
  const group = await api.call('accounts.mediationGroups.get', { on: name });
  expectEqual(group.mediationAbExperimentState, state, 'the state of experiments of the group');
  const found = linesOf(group).map(
    ({ displayName, experimentVariant }) => `${displayName} ${experimentVariant}`,
  );
  expectEqual(found, lines, 'the lines of the group');
  tell.show(lineTable(group));
}

async function start(session: DemoSession, group: KeptGroup, body: MediationAbExperiment): Promise<string> {
  const { tell, api } = session;
  tell.step('She tries other lines for a tenth of the traffic: an A/B experiment');
  const experiment = await api.call('accounts.mediationGroups.mediationAbExperiments.create', {
    on: group.name,
    body,
  });
  tell.result(`${experiment.displayName} ${experiment.state} until ${experiment.endTime?.slice(0, 10)}`);
  const control = linesOf(group).map(({ displayName }) => `${displayName} VARIANT_A`);
  const treatment = TREATMENT.map((displayName) => `${displayName} VARIANT_B`);
  await show(session, group, 'RUNNING', [...control, ...treatment]);
  const second = await api.refusal('accounts.mediationGroups.mediationAbExperiments.create', {
    on: group.name,
    body,
  });
  expectEqual(second.code, 'FAILED_PRECONDITION', 'the status of the refusal');
  tell.result(`a second one is refused: ${second.message}`);
  return requirePresent(experiment.name, 'the name of the experiment');
}

export async function experiment(
  session: DemoSession,
  group: KeptGroup,
  adUnits: AdUnits,
  mappings: Mappings,
  /** What happens while it runs; gets its resource name. */
  during: (name: string) => Promise<void>,
): Promise<void> {
  const { tell, api } = session;
  const name = await start(session, group, wanted(adUnits, mappings));
  await during(name);

  tell.step('She stops it and keeps the lines of variant B');
  const stopped = await api.call('accounts.mediationGroups.mediationAbExperiments.stop', {
    on: `${group.name}/mediationAbExperiments`,
    body: { variantChoice: 'VARIANT_CHOICE_B' },
  });
  expectEqual(stopped.state, 'EXPIRED', 'the state of the experiment');
  tell.result(`experiment ${stopped.experimentId} is ${stopped.state}`);
  await show(
    session,
    group,
    'NOT_RUNNING',
    TREATMENT.map((displayName) => `${displayName} ORIGINAL`),
  );
  const { mediationAbExperiments } = await api.call('accounts.mediationGroups.mediationAbExperiments.list', {
    on: group.name,
  });
  const kept = await api.call('accounts.mediationGroups.mediationAbExperiments.get', { on: name });
  const withoutAnalysis = (shown: MediationAbExperiment) => omit(shown, 'analysis');
  expectEqual(mediationAbExperiments?.map(withoutAnalysis), [stopped], 'the experiments of the group');
  expectEqual(withoutAnalysis(kept), stopped, 'the experiment');
  tell.result('it stays on record, with its result and the lines of both variants');
}
