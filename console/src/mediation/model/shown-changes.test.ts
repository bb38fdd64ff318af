import { describe, expect, it } from 'vitest';
import { shownChanges } from './shown-changes.ts';

const GROUP = 'accounts/pub-1/mediationGroups/7';
const EXPERIMENT = `${GROUP}/mediationAbExperiments/9`;
const change = (resource: string, requestId: string) => ({
  time: '2026-11-28T12:00:00.000Z',
  subject: 'user-1',
  requestId,
  method: 'admob.accounts.mediationGroups.mediationAbExperiments.create',
  resource,
});

describe('The start of an experiment, which changes the experiment and its group', () => {
  const [ofGroup, ofExperiment] = [change(GROUP, 'r-1'), change(EXPERIMENT, 'r-1')];

  it('is shown once, as a change of the group, with the experiment', () => {
    expect(shownChanges([ofGroup, ofExperiment])).toEqual([{ ...ofGroup, experiments: [ofExperiment] }]);
  });

  it('is shown as each of its two entries, if they are on different pages', () => {
    expect(shownChanges([ofExperiment])).toEqual([{ ...ofExperiment, experiments: [] }]);
    expect(shownChanges([ofGroup])).toEqual([{ ...ofGroup, experiments: [] }]);
  });

  it('has the new experiment, then the one that it ends', () => {
    const ended = { ...change(`${GROUP}/mediationAbExperiments/8`, 'r-1'), before: {}, after: {} };
    const [shown, ...others] = shownChanges([ofGroup, ended, ofExperiment]);
    expect(shown?.experiments).toEqual([ofExperiment, ended]);
    expect(others).toEqual([]);
  });

  it('is shown beside a change of the same group by another request', () => {
    const other = change(GROUP, 'r-2');
    expect(shownChanges([other, ofExperiment]).map(({ requestId }) => requestId)).toEqual(['r-2', 'r-1']);
  });
});

it('Other changes of one request are all shown', () => {
  const mappings = [
    change('accounts/pub-1/adUnits/1/adUnitMappings/1', 'r'),
    change('accounts/pub-1/adUnits/1/adUnitMappings/2', 'r'),
  ];
  expect(shownChanges(mappings).map(({ resource }) => resource)).toEqual(
    mappings.map(({ resource }) => resource),
  );
});
