import { describe, expect, it } from 'vitest';
import type { MediationAbExperiment } from '../ports/entities.ts';
import { EXPERIMENT_STATES, stateAt } from './state-machine.ts';

const running: MediationAbExperiment = {
  publisherId: 'pub-1234567890123456',
  groupId: '0123456789',
  experimentId: '0123456789',
  revision: 1,
  treatmentTrafficPercentage: 10,
  startedAt: 0,
  endsAt: 100,
  lines: [],
  linesRevision: 1,
};

describe('The states of an experiment', () => {
  it('an experiment is RUNNING until its time is over, and ENDED from that moment on', () => {
    expect([0, 99, 100, 1000].map((now) => stateAt(running, now))).toEqual([
      'RUNNING',
      'RUNNING',
      'ENDED',
      'ENDED',
    ]);
  });

  it('a stopped experiment stays EXPIRED', () => {
    const stopped = { ...running, stopped: { at: 50, choice: 'VARIANT_A' } } as const;
    expect([0, 50, 1000].map((now) => stateAt(stopped, now))).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED']);
  });

  it('EXPIRED is the last state of an experiment', () => {
    expect(EXPERIMENT_STATES).toEqual({
      RUNNING: { end: 'ENDED', stop: 'EXPIRED' },
      ENDED: { stop: 'EXPIRED' },
      EXPIRED: {},
    });
  });
});
