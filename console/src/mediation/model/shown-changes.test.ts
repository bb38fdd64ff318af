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
    expect(shownChanges([ofGroup, ofExperiment])).toEqual([{ ...ofGroup, experiment: ofExperiment }]);
  });

  it('is shown once, too, if its two entries are on different pages', () => {
    expect(shownChanges([ofExperiment])).toEqual([]);
    expect(shownChanges([ofGroup])).toEqual([{ ...ofGroup, experiment: undefined }]);
  });

  it('has the new experiment, if it ends the one before it', () => {
    const ended = { ...change(`${GROUP}/mediationAbExperiments/8`, 'r-1'), before: {}, after: {} };
    expect(shownChanges([ofGroup, ended, ofExperiment])).toEqual([{ ...ofGroup, experiment: ofExperiment }]);
  });

  it('is shown in the list of the experiment', () => {
    expect(shownChanges([ofExperiment], EXPERIMENT)).toEqual([ofExperiment]);
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
