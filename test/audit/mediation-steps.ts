import type {
  METHODS as MEDIATION,
  MethodName as MediationName,
} from '../../src/mediation/contract/index.ts';

export const PUBLISHER = 'pub-1234567890123456';
const APPLOVIN = { displayName: 'Line', adSourceId: '1063618907739174004', state: 'ENABLED' };
const MANUAL = { ...APPLOVIN, cpmMode: 'MANUAL', cpmMicros: '2500000' };
const LIVE = { adSourceId: '5264320421916134407', cpmMode: 'LIVE', state: 'ENABLED' };

/** Numbers that come in are no change of the configuration (docs/adr/0051). */
type Counts = 'accounts.statistics.ingest';

export type MediationStep = {
  [Name in Exclude<MediationName, Counts>]: (typeof MEDIATION)[Name]['kind'] extends 'write' ? Name : never;
}[Exclude<MediationName, Counts>];

const mapping = { adapterId: '111', adUnitConfigurations: { 1111: 'key' } };

type Call = (method: string, path: string, body?: object) => Promise<Record<string, string>>;

/** A call of each method with its expected entry, in an order in which each call succeeds. `made` gets the ids of what they create. */
export function mediationSteps(
  mediation: Call,
  made: Record<string, string>,
): Readonly<Record<MediationStep, readonly [() => Promise<unknown>, string]>> {
  const group = () => `/mediationGroups/${made.group}`;
  return {
    'accounts.apps.create': [() => mediation('POST', '/apps', { platform: 'IOS' }), 'app create'],
    'accounts.apps.servingKeys.create': [
      async () => {
        const { name } = await mediation('POST', '/apps', { platform: 'IOS' });
        const path = `${name?.replace(`accounts/${PUBLISHER}`, '')}/servingKeys`;
        const { key } = await mediation('POST', path, { displayName: 'Version 1' });
        made.servingKey = `${path}/${key}`;
      },
      'servingKey create',
    ],
    'accounts.apps.servingKeys.revoke': [
      () => mediation('POST', `${made.servingKey}:revoke`),
      'servingKey update',
    ],
    'accounts.adUnits.create': [
      async () => {
        const { appId } = await mediation('POST', '/apps', { platform: 'ANDROID' });
        await mediation('POST', '/adUnits', { appId, displayName: 'Unit', adFormat: 'BANNER' });
      },
      'adUnit create',
    ],
    'accounts.adUnits.adUnitMappings.create': [
      () => mediation('POST', '/adUnits/0000000001/adUnitMappings', mapping),
      'adUnitMapping create',
    ],
    'accounts.adUnitMappings.batchCreate': [
      () => {
        const parent = `accounts/${PUBLISHER}/adUnits/0000000002`;
        return mediation('POST', '/adUnitMappings:batchCreate', {
          requests: [{ parent, adUnitMapping: mapping }],
        });
      },
      'adUnitMapping create',
    ],
    'accounts.mediationGroups.create': [
      async () => {
        const targeting = {
          platform: 'ANDROID',
          format: 'BANNER',
          adUnitIds: [`ca-app-${PUBLISHER}/0000000001`],
        };
        const asked = { displayName: 'Group', targeting, mediationGroupLines: { '-1': MANUAL } };
        made.group = (await mediation('POST', '/mediationGroups', asked)).mediationGroupId as string;
      },
      'mediationGroup create',
    ],
    'accounts.mediationGroups.patch': [
      () =>
        mediation('PATCH', `${group()}?updateMask=targeting.ad_unit_ids`, {
          targeting: { adUnitIds: [`ca-app-${PUBLISHER}/0000000003`] },
        }),
      'mediationGroup update',
    ],
    'accounts.mediationGroups.mediationAbExperiments.create': [
      () =>
        mediation('POST', `${group()}/mediationAbExperiments`, {
          displayName: 'Experiment',
          treatmentTrafficPercentage: '50',
          treatmentMediationLines: [{ mediationGroupLine: LIVE }],
        }),
      'mediationAbExperiment create',
    ],
    'accounts.mediationGroups.mediationAbExperiments.stop': [
      () =>
        mediation('POST', `${group()}/mediationAbExperiments:stop`, { variantChoice: 'VARIANT_CHOICE_A' }),
      'mediationAbExperiment update',
    ],
    'accounts.mediationGroups.rollback': [
      () => mediation('POST', `${group()}:rollback`, { revision: 1 }),
      'mediationGroup update',
    ],
    'accounts.mediationGroups.archive': [
      () => mediation('POST', `${group()}:archive`, {}),
      'mediationGroup update',
    ],
    'accounts.mediationGroups.unarchive': [
      () => mediation('POST', `${group()}:unarchive`, {}),
      'mediationGroup update',
    ],
  };
}
