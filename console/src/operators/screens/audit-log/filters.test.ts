import { describe, expect, it, vi } from 'vitest';

vi.mock('virtual:contract', async () => ({
  auditEvents: (await import('../../../../../src/audit/entry.ts')).EVENTS,
}));
const { dayStart, eventsOf, eventsRequest } = await import('./filters.ts');

describe('the filters of the audit log', () => {
  it('show the newest first without any', () => {
    expect(eventsRequest({})).toEqual({ orderBy: 'time desc' });
  });

  it('come from the address', () => {
    const search = { subject: 'holder', event: 'erase', subjectId: 'h-1', operatorId: 'user-1' };
    expect(eventsRequest(search)).toEqual({ orderBy: 'time desc', ...search });
  });

  it('leave out what the contract does not have', () => {
    expect(eventsRequest({ subject: 'nothing', event: 'noSuch', colour: 'red' })).toEqual({
      orderBy: 'time desc',
    });
    expect(eventsRequest({ subject: 'holder', event: 'stepUp' })).not.toHaveProperty('event');
  });

  it('take whole days: the last one is included', () => {
    expect(eventsRequest({ from: '2026-11-01', to: '2026-11-02' })).toMatchObject({
      startTime: '2026-11-01T00:00:00.000Z',
      endTime: '2026-11-03T00:00:00.000Z',
    });
    expect(dayStart('yesterday')).toBeUndefined();
  });

  it('offer the events of the chosen subject, or all', () => {
    expect(eventsOf('code')).toEqual(['create', 'revoke']);
    expect(eventsOf(undefined)).toContain('startRotation');
  });
});
