import { expect, it } from 'vitest';
import { CHANGE_WORDS } from '../../../../src/admin/contract/explained/changes.ts';
import type { MediationAbExperiment, MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { dayOf, experimentsOf, isToDecide, shownState, stateInGroup } from './experiment.ts';

it('An experiment counts its days from the first to the last', () => {
  const [start, end] = ['2026-11-01T12:00:00Z', '2027-01-30T12:00:00Z'];
  const at = (time: string) => dayOf(start, end, Date.parse(time));
  expect(at('2026-11-01T12:00:00Z')).toEqual({ day: 1, of: 90 });
  expect(at('2026-11-02T11:59:59Z')).toEqual({ day: 1, of: 90 });
  expect(at('2026-11-02T12:00:00Z')).toEqual({ day: 2, of: 90 });
  expect(at('2027-06-01T00:00:00Z')).toEqual({ day: 90, of: 90 });
  expect(at('2026-10-01T00:00:00Z')).toEqual({ day: 1, of: 90 });
});

it.each([
  ['RUNNING', 'TREATMENT', 'To decide'],
  ['RUNNING', 'CONTROL', 'To decide'],
  ['RUNNING', 'TOO_EARLY_TO_CALL', 'Running'],
  ['RUNNING', undefined, 'Running'],
  ['ENDED', 'TOO_EARLY_TO_CALL', 'To decide'],
  ['ENDED', undefined, 'To decide'],
  ['EXPIRED', 'TREATMENT', 'Stopped'],
  ['EXPIRED', undefined, 'Stopped'],
] as const)('An experiment that is %s with the leader %s is shown as: %s', (state, leader, shown) => {
  const experiment = { state, ...(leader && { variantLeader: leader }) };
  const states: Partial<Record<string, string>> = CHANGE_WORDS.experimentStates;
  expect(states[shownState(experiment) ?? '']).toBe(shown);
  expect(isToDecide(experiment)).toBe(shown === 'To decide');
});

it('The experiment of a group is to decide if its time is over, or if one variant leads', () => {
  const [running, over] = [
    { mediationAbExperimentState: 'RUNNING' },
    { mediationAbExperimentState: 'NOT_RUNNING' },
  ] as const;
  const led = { state: 'RUNNING', variantLeader: 'TREATMENT' } as const;
  expect(stateInGroup(running, [])).toBe('RUNNING');
  expect(stateInGroup(running, [{ state: 'EXPIRED' }, led])).toBe('ENDED');
  expect(stateInGroup(over, [])).toBe('ENDED');
});

it('Experiments that ended and wait for a choice are read first, although their groups run none', async () => {
  const [running, ended, decided]: readonly MediationAbExperiment[] = [
    { experimentId: 'running', state: 'RUNNING', variantLeader: 'TOO_EARLY_TO_CALL' },
    { experimentId: 'ended', state: 'ENDED', variantLeader: 'TREATMENT', endTime: '2026-11-01T00:00:00Z' },
    { experimentId: 'decided', state: 'EXPIRED', variantLeader: 'CONTROL', endTime: '2026-11-02T00:00:00Z' },
  ];
  const others = Array.from({ length: 30 }, (_, index) => ({ name: `other-${index}` }));
  const groups: readonly MediationGroup[] = [
    { name: 'decided', mediationAbExperimentState: 'NOT_RUNNING', etag: '"3"' },
    ...others,
    { name: 'ended', mediationAbExperimentState: 'NOT_RUNNING', etag: '"3-ended"' },
    { name: 'running', mediationAbExperimentState: 'RUNNING', etag: '"3"' },
  ];
  let open = 0;
  const rows = await experimentsOf({
    groups: async () => [...groups],
    async experiments(name) {
      open += 1;
      await Promise.resolve();
      expect(open, 'requests at once').toBe(1);
      open -= 1;
      return [running, ended, decided].flatMap((one) => (one?.experimentId === name ? [one] : []));
    },
  });
  expect(rows.map(({ experiment }) => experiment.experimentId).toSorted()).toEqual([
    'decided',
    'ended',
    'running',
  ]);
  expect(rows.at(-1)?.experiment.experimentId).toBe('decided');
  expect(rows.filter(({ experiment }) => isToDecide(experiment)).map(({ group }) => group.name)).toEqual([
    'ended',
  ]);
});
