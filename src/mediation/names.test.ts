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

describe('identifiers', () => {
  it.each([
    [PUBLISHER, true],
    ['pub-123456789012345', false],
    ['pub-12345678901234567', false],
    ['1234567890123456', false],
    [`${PUBLISHER}\n`, false],
  ])('%j is a publisher: %s', (text, is) => {
    expect(isPublisherId(text)).toBe(is);
  });

  it.each([
    [`ca-app-${PUBLISHER}/0123456789`, '0123456789'],
    [`ca-app-${OTHER}/0123456789`, undefined],
    [`ca-app-${PUBLISHER}~0123456789`, undefined],
    [`ca-app-${PUBLISHER}/012345678`, undefined],
    ['0123456789', undefined],
  ])('%s has the ad unit fragment %s', (id, fragment) => {
    expect(adUnitFragment(PUBLISHER, id)).toBe(fragment);
  });

  it('distinguishes apps from ad units', () => {
    expect(appFragment(PUBLISHER, `ca-app-${PUBLISHER}~0123456789`)).toBe('0123456789');
    expect(appFragment(PUBLISHER, `ca-app-${PUBLISHER}/0123456789`)).toBeUndefined();
  });
});

describe('resource names', () => {
  it('of experiments are under the plural collection', () => {
    expect(experimentName(PUBLISHER, '0123456789', '5')).toBe(
      `accounts/${PUBLISHER}/mediationGroups/0123456789/mediationAbExperiments/5`,
    );
  });

  it('of mappings are read back, for their publisher only', () => {
    const name = mappingName(PUBLISHER, '0123456789', '987654321');
    expect(name).toBe(`accounts/${PUBLISHER}/adUnits/0123456789/adUnitMappings/987654321`);
    expect(parseMappingName(PUBLISHER, name)).toEqual({ fragment: '0123456789', mappingId: '987654321' });
    expect(parseMappingName(OTHER, name)).toBeUndefined();
    expect(parseMappingName(PUBLISHER, 'My mapping')).toBeUndefined();
  });

  it('of ad units are read back', () => {
    expect(adUnitNameFragment(PUBLISHER, `accounts/${PUBLISHER}/adUnits/0123456789`)).toBe('0123456789');
    expect(adUnitNameFragment(PUBLISHER, `accounts/${PUBLISHER}/adUnits/0123456789/x`)).toBeUndefined();
  });
});
