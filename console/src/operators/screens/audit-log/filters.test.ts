import { registerHooks } from 'node:module';
import { describe, expect, it } from 'vitest';
import { EVENTS } from '../../../../../src/audit/entry.ts';

/** The module that the build makes from the contract tables. */
const CONTRACT = `data:text/javascript,export const auditEvents = ${encodeURIComponent(JSON.stringify(EVENTS))}`;
registerHooks({
  resolve: (name, context, next) =>
    name === 'virtual:contract' ? { url: CONTRACT, shortCircuit: true } : next(name, context),
});
const { eventsOf, eventsRequest } = await import('./filters.ts');

describe('the filters of the audit log', () => {
  it('without filters the newest entries come first', () => {
    expect(eventsRequest({})).toEqual({ orderBy: 'time desc' });
  });

  it('filters are read from the address of the page', () => {
    const search = { subject: 'holder', event: 'erase', subjectId: 'h-1', operatorId: 'user-1' };
    expect(eventsRequest(search)).toEqual({ orderBy: 'time desc', ...search });
  });

  it('a filter that the contract does not have is ignored', () => {
    expect(eventsRequest({ subject: 'nothing', event: 'noSuch', colour: 'red' })).toEqual({
      orderBy: 'time desc',
    });
    expect(eventsRequest({ subject: 'holder', event: 'stepUp' })).not.toHaveProperty('event');
  });

  it('a range of days includes the whole last day', () => {
    expect(eventsRequest({ from: '2026-11-01', to: '2026-11-02' })).toMatchObject({
      startTime: '2026-11-01T00:00:00.000Z',
      endTime: '2026-11-03T00:00:00.000Z',
    });
    expect(eventsRequest({ from: 'yesterday' })).toEqual({ orderBy: 'time desc' });
  });

  it('the list of events has those of the chosen subject, or all', () => {
    expect(eventsOf('code')).toEqual(['create', 'revoke']);
    expect(eventsOf(undefined)).toContain('startRotation');
  });
});
