import { expect, it } from 'vitest';
import type { MediationAbExperiment, MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { dayOf, experimentsOf, isToDecide } from './experiment.ts';

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
  ['RUNNING', 'TREATMENT', true],
  ['RUNNING', 'CONTROL', true],
  ['RUNNING', 'TOO_EARLY_TO_CALL', false],
  ['RUNNING', undefined, false],
  ['ENDED', 'TOO_EARLY_TO_CALL', true],
  ['EXPIRED', 'TREATMENT', false],
] as const)(
  'An experiment that is %s with the leader %s waits for a decision: %s',
  (state, leader, waits) => {
    expect(isToDecide({ state, ...(leader && { variantLeader: leader }) })).toBe(waits);
  },
);

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
