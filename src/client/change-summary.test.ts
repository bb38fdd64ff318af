import { describe, expect, it } from 'vitest';
import { CHANGE_WORDS } from '../admin/contract/explained/changes.ts';
import type { MediationGroup } from '../mediation/contract/index.ts';
import { changeSummary, eventSummary } from './change-summary.ts';
import { formatCpm } from './cpm.ts';
import type { Shown } from './group-text.ts';

const SHOWN: Shown = { price: (micros) => formatCpm(micros, 'en-GB'), time: (text) => text };
const GROUP = 'accounts/pub-1/mediationGroups/7';
const PATCH = 'admob.accounts.mediationGroups.patch';

const group: MediationGroup = {
  displayName: 'Main menu, Android',
  state: 'ENABLED',
  targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: ['ca-app-pub-1/1', 'ca-app-pub-1/2'] },
  mediationGroupLines: {
    '11': { displayName: 'AppLovin', cpmMode: 'MANUAL', cpmMicros: '1200000', state: 'ENABLED' },
  },
};
const { '11': line } = group.mediationGroupLines ?? {};

const summary = (after: MediationGroup, method = PATCH, before: MediationGroup = group) =>
  changeSummary({ resource: GROUP, method, before, after }, CHANGE_WORDS, SHOWN);
const withLine = (change: object) => ({ ...group, mediationGroupLines: { '11': { ...line, ...change } } });
const withUnits = (...adUnitIds: string[]) => ({ ...group, targeting: { ...group.targeting, adUnitIds } });

describe('What changed in a mediation group, in one line', () => {
  it('is a price before and after, as the details have it', () => {
    expect(summary(withLine({ cpmMicros: '1500000' }))).toBe('AppLovin: CPM $1.20 → $1.50');
  });

  it('is the first two of many things, and how many others there are', () => {
    const lines = { '11': line ?? {}, '12': { displayName: 'Unity Ads' }, '13': { displayName: 'InMobi' } };
    const after = { ...group, displayName: 'Menu', mediationGroupLines: lines };
    expect(summary(after)).toBe('Unity Ads added; InMobi added; 1 more change');
    expect(summary({ ...after, state: 'DISABLED' })).toBe('Unity Ads added; InMobi added; 2 more changes');
  });

  it('is of a list what came and what left, however long the list is', () => {
    const many = Array.from({ length: 500 }, (_, index) => `ca-app-pub-1/${index + 1}`);
    expect(summary(withUnits('ca-app-pub-1/1', 'ca-app-pub-1/3'))).toBe('Ad units: 3 added, 2 removed');
    expect(summary(withUnits(...many))).toBe('Ad units: 3 added, 4 added and 496 more');
    expect(summary(withUnits(...many.toReversed()), PATCH, withUnits(...many))).toBe('Ad units');
  });

  it('is of a mapping its ad unit, by its name where that is known', () => {
    const after = withLine({
      adUnitMappings: { 'ca-app-pub-1/1': 'accounts/pub-1/adUnits/1/adUnitMappings/5' },
    });
    expect(summary(after)).toBe('AppLovin: mapping of 1 added');
    expect(summary(group, PATCH, after)).toBe('AppLovin: mapping of 1 removed');
    const shown = { ...SHOWN, unit: () => 'Rally › Main menu' };
    const change = { resource: GROUP, method: PATCH, before: group, after };
    expect(changeSummary(change, CHANGE_WORDS, shown)).toBe('AppLovin: mapping of Rally › Main menu added');
  });

  it('is of a new group its lines, because the sentence names it', () => {
    expect(changeSummary({ resource: GROUP, after: group }, CHANGE_WORDS, SHOWN)).toBe('AppLovin added');
  });

  it('is of the end of an experiment the variant that was kept', () => {
    const tested = { ...group, mediationGroupLines: { '12': { experimentVariant: 'VARIANT_B' } } } as const;
    const stop = 'admob.accounts.mediationGroups.mediationAbExperiments.stop';
    expect(summary({ ...group, mediationGroupLines: { '12': {} } }, stop, tested)).toBe('Variant B was kept');
  });

  it('is empty if the sentence says all', () => {
    const archived = { ...group, archiveTime: '2026-11-24T18:54:22Z' };
    expect(summary(archived, 'admob.accounts.mediationGroups.archive')).toBe('');
    expect(summary(group, 'admob.accounts.mediationGroups.unarchive', archived)).toBe('');
  });
});

describe('What is said of other settings of publishers', () => {
  const said = (subjectId: string, after: object) =>
    eventSummary({ subjectId, details: { after: { ...after } } }, CHANGE_WORDS, SHOWN);

  it('of a new ad unit its format', () => {
    const unit = { displayName: 'Menu', adFormat: 'APP_OPEN', adTypes: ['VIDEO'] };
    expect(said('accounts/pub-1/adUnits/1', unit)).toBe('Format App open');
  });

  it('of a new experiment how many users get variant B; how it ended is in the sentence', () => {
    const name = `${GROUP}/mediationAbExperiments/9`;
    const experiment = { displayName: 'A higher price', treatmentTrafficPercentage: '50', state: 'RUNNING' };
    expect(said(name, experiment)).toBe('Users with variant B 50%');
    const ended = { before: experiment, after: { ...experiment, state: 'EXPIRED' } };
    const method = 'admob.accounts.mediationGroups.mediationAbExperiments.stop';
    expect(eventSummary({ subjectId: name, method, details: ended }, CHANGE_WORDS, SHOWN)).toBe('');
  });

  it('of anything else nothing', () => {
    expect(said('user-1', { email: 'ada@example.com', role: 'viewer' })).toBe('');
    expect(eventSummary({ subjectId: 'credential-1' }, CHANGE_WORDS, SHOWN)).toBe('');
  });
});
