import fc from 'fast-check';
import { METHOD_NAMES, METHODS, type MethodName } from '../../../../src/mediation/contract/index.ts';
import { APPLOVIN, adUnitId, fragment, GROUP, PUBLISHER } from '../contents.ts';
import { mutated, mutations } from '../mutations.ts';
import { type FuzzRequest, JSON_BODY } from '../request.ts';

const LINE = { displayName: 'Line', adSourceId: APPLOVIN, cpmMicros: '20000', state: 'ENABLED' };

const REPORT = {
  dateRange: { startDate: { year: 2026, month: 3, day: 1 }, endDate: { year: 2026, month: 3, day: 30 } },
  metrics: ['IMPRESSIONS'],
};

/** Valid bodies, so that requests pass the checks of their schema. */
const BODIES: Readonly<Partial<Record<MethodName, object>>> = {
  'accounts.mediationGroups.create': {
    displayName: 'Group',
    state: 'ENABLED',
    targeting: {
      platform: 'ANDROID',
      format: 'BANNER',
      adUnitIds: [adUnitId(1)],
      targetedRegionCodes: ['US'],
    },
    mediationGroupLines: { '-1': LINE },
  },
  'accounts.mediationGroups.patch': {
    displayName: 'Group',
    targeting: { adUnitIds: [adUnitId(1)] },
    mediationGroupLines: { '0000000000001000': { state: 'DISABLED' }, '-1': LINE },
    etag: '',
  },
  'accounts.adUnits.adUnitMappings.create': {
    adapterId: '111',
    displayName: 'Mapping',
    adUnitConfigurations: { '1111': 'key' },
  },
  'accounts.adUnitMappings.batchCreate': {
    requests: [
      { parent: `accounts/${PUBLISHER}/adUnits/${fragment(1)}`, adUnitMapping: { adapterId: '111' } },
    ],
  },
  'accounts.apps.create': { platform: 'IOS', linkedAppInfo: { appStoreId: 'x' } },
  'accounts.adUnits.create': {
    appId: `ca-app-${PUBLISHER}~${fragment(1)}`,
    displayName: 'Unit',
    adFormat: 'REWARDED',
  },
  'accounts.mediationGroups.mediationAbExperiments.create': {
    displayName: 'Experiment',
    treatmentTrafficPercentage: '50',
    treatmentMediationLines: [{ mediationGroupLine: LINE }],
  },
  'accounts.mediationGroups.mediationAbExperiments.stop': { variantChoice: 'VARIANT_CHOICE_A' },
  'accounts.mediationReport.generate': {
    reportSpec: { ...REPORT, dimensions: ['DATE', 'AD_UNIT', 'AD_SOURCE'] },
  },
  'accounts.networkReport.generate': { reportSpec: { ...REPORT, dimensions: ['WEEK', 'COUNTRY'] } },
  'accounts.campaignReport.generate': { reportSpec: { ...REPORT, dimensions: ['CAMPAIGN_ID'] } },
};

const IDS: Readonly<Record<string, string>> = {
  accountsId: PUBLISHER,
  mediationGroupsId: GROUP,
  adUnitsId: fragment(1),
  adSourcesId: APPLOVIN,
};

const pathOf = (name: MethodName, id?: string) =>
  `/${METHODS[name].address.flatPath}`.replace(/\{(\w+)\}/g, (_, member: string) =>
    encodeURIComponent(member === 'accountsId' ? PUBLISHER : (id ?? IDS[member] ?? fragment(1))),
  );

/** A valid request of a method. */
export function mediationRequest(name: MethodName, body?: string, id?: string): FuzzRequest {
  const { address } = METHODS[name];
  const hasBody = address.httpMethod !== 'GET';
  return {
    listener: 'panels',
    name,
    method: address.httpMethod,
    path: pathOf(name, id),
    ...(hasBody && { headers: [JSON_BODY], body: body ?? JSON.stringify(BODIES[name] ?? {}) }),
  };
}

export const bodyOfMethod = (name: MethodName) => BODIES[name] ?? {};

export function mediationRequests(): fc.Arbitrary<FuzzRequest> {
  const id = fc.option(fc.string({ unit: 'grapheme', maxLength: 60 }), { nil: undefined, freq: 4 });
  return fc
    .tuple(fc.constantFrom(...METHOD_NAMES), mutations, id)
    .map(([name, changes, other]) =>
      mediationRequest(name, mutated(bodyOfMethod(name), changes), other?.toWellFormed()),
    );
}
