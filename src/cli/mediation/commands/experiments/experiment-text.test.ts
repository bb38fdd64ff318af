import { describe, expect, it } from 'vitest';
import { experimentText } from './experiment-text.ts';

const EXPERIMENT = {
  displayName: 'Higher floor',
  experimentId: '12',
  state: 'RUNNING',
  treatmentTrafficPercentage: '50',
  variantLeader: 'TREATMENT',
} as const;

const shown = (analysis: object) => experimentText({ ...EXPERIMENT, analysis }, new Map());

describe('The text of an experiment', () => {
  it('has the users, the lift with its bounds and the day since when there is a leader', () => {
    const text = shown({
      fullDays: 7,
      since: '2026-03-05',
      control: { users: '5000' },
      treatment: { users: '5100' },
      lift: { value: 0.082, lower: -0.001, upper: 0.16 },
    });
    expect(text).toMatch(/users +A 5000, B 5100, in 7 full days/);
    expect(text).toMatch(/B against A +\+8\.2% revenue per user, between -0\.1% and \+16\.0%/);
    expect(text).toMatch(/leads since +2026-03-05/);
    expect(text).toMatch(/leader +B, the lines that are tried/);
  });

  it('names the problem of data that cannot be used', () => {
    expect(shown({ problem: 'SAMPLE_RATIO_MISMATCH' })).toMatch(/problem +sample ratio mismatch/);
  });
});
