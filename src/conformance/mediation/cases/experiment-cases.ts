import { omit } from '../../../conventions/omit.ts';
import type { Case } from '../../case.ts';
import { holds } from '../../deviation.ts';
import { arrayIn, LINE, linesOf, type MediationBench, type TestGroup } from '../bench.ts';
import { namesOf, refused, row } from './writing.ts';

type Row = Case<MediationBench>;

const TREATMENT = 'Treatment line';

const bodyOf = async (bench: MediationBench, percentage = '50') => ({
  displayName: 'Conformance experiment',
  treatmentTrafficPercentage: percentage,
  treatmentMediationLines: [{ mediationGroupLine: { ...(await bench.line()), displayName: TREATMENT } }],
});

const create = (bench: MediationBench, { path }: TestGroup, body: object) =>
  bench.call('POST', `${path}/mediationAbExperiments`, { body });

async function start(bench: MediationBench, { path }: TestGroup) {
  return bench.done('POST', `${path}/mediationAbExperiments`, { body: await bodyOf(bench) });
}

const stop = (bench: MediationBench, { path }: TestGroup, variantChoice: string) =>
  bench.call('POST', `${path}/mediationAbExperiments:stop`, { body: { variantChoice } });

const namesIn = (experiment: object, member: string): readonly unknown[] =>
  arrayIn(experiment, member).map(({ mediationGroupLine = {} }) => mediationGroupLine.displayName);

async function groupStateIs(bench: MediationBench, group: TestGroup, wanted: string): Promise<void> {
  const { mediationAbExperimentState: state } = await bench.listed(group);
  holds(state === wanted, `mediationAbExperimentState is not ${wanted}`);
}

/** What stays of the lines of both variants. */
const OUTCOMES = [
  ['A', LINE, TREATMENT],
  ['B', TREATMENT, LINE],
] as const;

/** A/B experiments from creation to their end. */
export const EXPERIMENT_CASES: readonly Row[] = [
  row(
    'experiment.create',
    'experiment.create',
    'A new experiment is RUNNING, with the lines of both variants',
    async (bench) => {
      const experiment = await start(bench, await bench.newGroup());
      holds(experiment.state === 'RUNNING', 'the experiment is not RUNNING');
      const treatment = namesIn(experiment, 'treatmentMediationLines');
      holds(treatment.includes(TREATMENT), 'variant B does not have the line that was sent');
      const control = namesIn(experiment, 'controlMediationLines');
      holds(control.includes(LINE), 'variant A does not have the line of the group');
    },
  ),
  row(
    'experiment.snake-case',
    'experiment.snake-case',
    'The mode of a line may be written as cpm_mode',
    async (bench) => {
      const { cpmMode, ...line } = await bench.line();
      const body = {
        ...(await bodyOf(bench)),
        treatmentMediationLines: [{ mediationGroupLine: { ...line, cpm_mode: cpmMode } }],
      };
      const { status } = await create(bench, await bench.newGroup(), body);
      holds(status === 200, `it was answered with HTTP ${status}`);
    },
  ),
  row(
    'experiment.no-lines',
    'experiment.lines',
    'An experiment without treatmentMediationLines is refused',
    async (bench) => {
      const body = omit(await bodyOf(bench), 'treatmentMediationLines');
      refused(await create(bench, await bench.newGroup(), body));
    },
  ),
  row(
    'experiment.second',
    'experiment.one',
    'A second experiment while one runs is refused',
    async (bench) => {
      const group = await bench.newGroup();
      await start(bench, group);
      refused(await create(bench, group, await bodyOf(bench)));
    },
  ),
  row(
    'experiment.percentage',
    'experiment.percentage',
    'A treatmentTrafficPercentage of 49 is refused',
    async (bench) => {
      refused(await create(bench, await bench.newGroup(), await bodyOf(bench, '49')));
    },
  ),
  row(
    'experiment.group-state',
    'experiment.group-state',
    'The group is RUNNING as long as its experiment runs, and NOT_RUNNING afterwards',
    async (bench) => {
      const group = await bench.newGroup();
      await start(bench, group);
      await groupStateIs(bench, group, 'RUNNING');
      await stop(bench, group, 'VARIANT_CHOICE_A');
      await groupStateIs(bench, group, 'NOT_RUNNING');
    },
  ),
  ...OUTCOMES.map(([variant, kept, dropped]) =>
    row(
      `experiment.stop-${variant.toLowerCase()}`,
      'experiment.stop',
      `Stop with VARIANT_CHOICE_${variant} ends the experiment and keeps the lines of variant ${variant}`,
      async (bench) => {
        const group = await bench.newGroup();
        const { experimentId } = await start(bench, group);
        const { status, body } = await stop(bench, group, `VARIANT_CHOICE_${variant}`);
        holds(status === 200, `it was answered with HTTP ${status}`);
        holds(body?.experimentId === experimentId, 'the answer has another experimentId');
        holds(body?.state === 'EXPIRED', 'the experiment is not EXPIRED');
        const names = namesOf(linesOf(await bench.listed(group)));
        holds(names.includes(kept), `the group lost the lines of variant ${variant}`);
        holds(!names.includes(dropped), 'the group keeps the lines of the other variant');
        refused(await stop(bench, group, `VARIANT_CHOICE_${variant}`));
      },
    ),
  ),
  row(
    'experiment.stop-unknown',
    'experiment.stop',
    'Stop with an unknown variant is refused',
    async (bench) => {
      const group = await bench.newGroup();
      await start(bench, group);
      refused(await stop(bench, group, 'VARIANT_CHOICE_C'));
    },
  ),
];
