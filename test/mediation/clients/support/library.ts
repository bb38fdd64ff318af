import { expect } from 'vitest';
import type { admob_v1beta } from '../../../support/google-client.ts';
import { ACME } from '../../../support/oauth-world.ts';

export const PARENT = `accounts/${ACME}`;
export const UNIT = `ca-app-${ACME}/1234567890`;
export const SECOND_UNIT = `ca-app-${ACME}/0987654321`;

/** Ad sources of the shipped catalogue. */
export const APPLOVIN = '1063618907739174004';
export const INMOBI = '5264320421916134407';
export const OWN_NETWORK = '5450213213286189855';

export type Group = admob_v1beta.Schema$MediationGroup;
export type Line = admob_v1beta.Schema$MediationGroupMediationGroupLine;

export const lineOf = (group: Group, adSourceId: string): Line =>
  Object.values(group.mediationGroupLines ?? {}).find((line) => line.adSourceId === adSourceId) ?? {};

/** Creates a mapping of the ad unit for AppLovin on Android, with ids from the lists of ad sources and adapters. */
export async function newMapping(
  admob: admob_v1beta.Admob,
  displayName: string,
): Promise<admob_v1beta.Schema$AdUnitMapping> {
  const { adSources, adUnits } = admob.accounts;
  const { data: sources } = await adSources.list({ parent: PARENT });
  const source = sources.adSources?.find(({ adSourceId }) => adSourceId === APPLOVIN);
  const { data: adapters } = await adSources.adapters.list({ parent: source?.name ?? '' });
  const adapter = adapters.adapters?.find(({ platform }) => platform === 'ANDROID');
  const settings = adapter?.adapterConfigMetadata ?? [];
  const { data } = await adUnits.adUnitMappings.create({
    parent: `${PARENT}/adUnits/1234567890`,
    requestBody: {
      displayName,
      adapterId: adapter?.adapterId ?? '',
      adUnitConfigurations: Object.fromEntries(
        settings.map(({ adapterConfigMetadataId }) => [adapterConfigMetadataId, 'value']),
      ),
    },
  });
  return data;
}

export const newLine = (mapping: string): Line => ({
  displayName: 'AppLovin',
  adSourceId: APPLOVIN,
  cpmMode: 'MANUAL',
  cpmMicros: '2500000',
  state: 'ENABLED',
  adUnitMappings: { [UNIT]: mapping },
});

/** A group with a line that uses the mapping, and the line of the own network. */
export async function newGroup(
  admob: admob_v1beta.Admob,
  displayName: string,
  mapping: string,
): Promise<Group> {
  const { data } = await admob.accounts.mediationGroups.create({
    parent: PARENT,
    requestBody: {
      displayName,
      targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: [UNIT] },
      mediationGroupLines: { '-1': newLine(mapping) },
    },
  });
  return data;
}

export interface LibraryError {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

export async function refusal(work: Promise<unknown>): Promise<LibraryError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  return error as LibraryError;
}
