import { describe, expect, it } from 'vitest';
import {
  adUnitFragment,
  adUnitNameFragment,
  appFragment,
  experimentName,
  isPublisherId,
  mappingName,
  parseMappingName,
} from './names.ts';

const PUBLISHER = 'pub-1234567890123456';
const OTHER = 'pub-6543210987654321';

describe('Identifiers of the mediation panel', () => {
  it.each([
    [PUBLISHER, true],
    ['pub-123456789012345', false],
    ['pub-12345678901234567', false],
    ['1234567890123456', false],
    [`${PUBLISHER}\n`, false],
  ])('whether %j is a publisher id: %s', (text, is) => {
    expect(isPublisherId(text)).toBe(is);
  });

  it.each([
    [`ca-app-${PUBLISHER}/0123456789`, '0123456789'],
    [`ca-app-${OTHER}/0123456789`, undefined],
    [`ca-app-${PUBLISHER}~0123456789`, undefined],
    [`ca-app-${PUBLISHER}/012345678`, undefined],
    ['0123456789', undefined],
  ])('the ad unit %s has the fragment %s', (id, fragment) => {
    expect(adUnitFragment(PUBLISHER, id)).toBe(fragment);
  });

  it('ids of apps are distinguished from ids of ad units', () => {
    expect(appFragment(PUBLISHER, `ca-app-${PUBLISHER}~0123456789`)).toBe('0123456789');
    expect(appFragment(PUBLISHER, `ca-app-${PUBLISHER}/0123456789`)).toBeUndefined();
  });
});

describe('Resource names of the mediation panel', () => {
  it('names of experiments contain the plural mediationAbExperiments', () => {
    expect(experimentName(PUBLISHER, '0123456789', '5')).toBe(
      `accounts/${PUBLISHER}/mediationGroups/0123456789/mediationAbExperiments/5`,
    );
  });

  it('names of mappings are parsed only if they belong to the publisher', () => {
    const name = mappingName(PUBLISHER, '0123456789', '987654321');
    expect(name).toBe(`accounts/${PUBLISHER}/adUnits/0123456789/adUnitMappings/987654321`);
    expect(parseMappingName(PUBLISHER, name)).toEqual({ fragment: '0123456789', mappingId: '987654321' });
    expect(parseMappingName(OTHER, name)).toBeUndefined();
    expect(parseMappingName(PUBLISHER, 'My mapping')).toBeUndefined();
  });

  it('names of ad units are parsed', () => {
    expect(adUnitNameFragment(PUBLISHER, `accounts/${PUBLISHER}/adUnits/0123456789`)).toBe('0123456789');
    expect(adUnitNameFragment(PUBLISHER, `accounts/${PUBLISHER}/adUnits/0123456789/x`)).toBeUndefined();
  });
});
