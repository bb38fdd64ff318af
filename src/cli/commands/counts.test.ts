import { expect, it } from 'vitest';
import { countsText } from './counts.ts';

const TIME = '2026-11-23T12:00:00.000Z';

it('diptych counts tells each figure with its meaning', () => {
  const lines = countsText({
    time: TIME,
    proofings: {
      pending: { count: 1000, isCapped: true },
      challenged: { count: 0, isCapped: false },
      oldestTime: '2026-11-23T09:00:00.000Z',
      lastDay: [
        { state: 'pending', count: 3 },
        { state: 'rejected', cause: 'codeUnknown', count: 2 },
      ],
    },
    approvals: { count: 1, isCapped: false },
    notifications: { waiting: 4, failed: 0 },
    refusals: [{ interface: 'issuer', operation: 'proofUser', reason: 'invalidFieldValue', count: 7 }],
    msos: { valid: 23, due: 5, isEstimate: true },
    keys: [{ id: 'AB', role: 'identity', stage: 'active', notAfterTime: '2026-12-03T12:00:00.000Z' }],
  }).split('\n');
  expect(lines.map((line) => line.replace(/ {2,}/g, ' '))).toEqual([
    'pending proofings more than 1000',
    ' the oldest was received 3 h ago',
    ' the next expires -',
    'challenged proofings 0',
    'proofings of the last day 3 pending, 2 rejected (codeUnknown)',
    'requests for a second person 1',
    'notifications that wait 4',
    'notifications given up 0',
    'refusals of the last day 7 proofUser invalidFieldValue',
    'signed documents (MSOs) about 23',
    ' that end in 7 days 5',
    'certificates that end in 60 days identity in 10 d',
  ]);
});
