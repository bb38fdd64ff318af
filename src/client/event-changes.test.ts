import { describe, expect, it } from 'vitest';
import { CHANGE_WORDS } from '../admin/contract/explained/changes.ts';
import type { MediationGroup } from '../mediation/contract/index.ts';
import { formatCpm } from './cpm.ts';
import { changeText, eventChanges } from './event-changes.ts';

const shown = {
  price: (micros: string) => formatCpm(micros, 'en-GB'),
  time: (text: string) => text.slice(0, 10),
};
const changes = (subject: Parameters<typeof eventChanges>[0]['subject'], before: unknown, after: unknown) =>
  eventChanges({ subject, details: { ...(before ? { before } : {}), after } as never }, CHANGE_WORDS, shown);

describe('What an entry of the audit log changed', () => {
  it('the members that changed are shown with what they were, and others are not', () => {
    const before = { role: 'viewer', publishers: ['pub-1'], email: 'ada@example.com' };
    const after = { role: 'approver', publishers: ['pub-1', 'pub-2'], email: 'ada@example.com' };
    expect(changes('user', before, after)).toEqual([
      ['Role', 'viewer → approver'],
      ['Publishers', 'pub-1 → pub-1, pub-2'],
    ]);
  });

  it('members of something new have no earlier value, and those that went have no later one', () => {
    expect(changes('oauthClient', undefined, { clientName: 'Ad desk' })).toEqual([
      ['Client name', 'Ad desk'],
    ]);
    expect(changes('user', { role: 'viewer', publishers: [] }, { publishers: [] })).toEqual([
      ['Role', 'viewer → –'],
    ]);
  });

  it('members with members of their own are left to the JSON', () => {
    expect(changes('user', { lines: [{ id: 1 }] }, { lines: [] })).toEqual([]);
  });

  it('codes, times and shares are words, without the version of the resource', () => {
    const experiment = {
      name: 'accounts/pub-1/mediationGroups/7/mediationAbExperiments/9',
      experimentId: '9',
      displayName: 'A higher price',
      treatmentTrafficPercentage: '50',
      state: 'RUNNING',
      variantLeader: 'TREATMENT',
      startTime: '2026-11-17T17:53:00Z',
      etag: '"1"',
    };
    expect(changes('mediationAbExperiment', undefined, experiment)).toEqual([
      ['Name', 'A higher price'],
      ['Users with variant B', '50%'],
      ['State', 'Running'],
      ['Leading variant', 'Variant B'],
      ['Started', '2026-11-17'],
    ]);
    const unit = { displayName: 'BANNERS', adFormat: 'APP_OPEN', adTypes: ['RICH_MEDIA', 'VIDEO'] };
    expect(changes('adUnit', undefined, unit)).toEqual([
      ['Name', 'BANNERS'],
      ['Format', 'App open'],
      ['Types of ads', 'Rich media, Video'],
    ]);
    const publisher = { displayName: 'Acme Games', currencyCode: 'EUR' };
    expect(changes('publisher', undefined, publisher)).toEqual([
      ['Name', 'Acme Games'],
      ['Currency', 'EUR'],
    ]);
  });
});

describe('What a change of a mediation group changed', () => {
  const group: MediationGroup = {
    name: 'accounts/pub-1/mediationGroups/7',
    displayName: 'Races',
    state: 'ENABLED',
    mediationGroupLines: {
      '11': { displayName: 'AppLovin', cpmMode: 'MANUAL', cpmMicros: '9800000', state: 'ENABLED' },
    },
    mediationAbExperimentState: 'NOT_RUNNING',
    etag: '"1"',
  };
  const { '11': line } = group.mediationGroupLines ?? {};

  it('prices are money, states are words, and the version is not shown', () => {
    const after = {
      ...group,
      state: 'DISABLED',
      mediationGroupLines: { '11': { ...line, cpmMicros: '11200000' } },
      etag: '"2"',
    };
    expect(changes('mediationGroup', group, after)).toEqual([
      ['State', 'Enabled → Disabled'],
      ['AppLovin: CPM', '$9.80 → $11.20'],
    ]);
  });

  it('lines that came and went have their price and state', () => {
    const added = { displayName: 'ironSource', cpmMode: 'LIVE', experimentVariant: 'VARIANT_B' };
    const addedToA = { ...added, experimentVariant: 'VARIANT_A' };
    const after = {
      ...group,
      mediationGroupLines: { '12': added, '13': addedToA },
      mediationAbExperimentState: 'RUNNING',
    };
    expect(changes('mediationGroup', group, after)).toEqual([
      ['AppLovin removed', '$9.80, Enabled'],
      ['ironSource (variant B) added', 'by auction, Enabled'],
      ['ironSource (variant A) added', 'by auction, Enabled'],
      ['Experiment', 'None → Running'],
    ]);
  });

  it('a new group has its values', () => {
    expect(changes('mediationGroup', undefined, group)).toEqual([
      ['AppLovin added', '$9.80, Enabled'],
      ['Name', 'Races'],
      ['State', 'Enabled'],
      ['Experiment', 'None'],
    ]);
  });
});

it('a state that has no other is shown alone', () => {
  expect(changeText(undefined, 'pending')).toBe('pending');
  expect(changeText('pending', 'rejected')).toBe('pending → rejected');
});
