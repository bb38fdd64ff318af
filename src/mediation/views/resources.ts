import type {
  Adapter as AdapterView,
  AdSource as AdSourceView,
  AdUnit as AdUnitView,
  App as AppView,
  AdUnitMapping as MappingView,
  PublisherAccount,
} from '../contract/index.ts';
import {
  accountName,
  adapterName,
  adSourceName,
  adUnitId,
  adUnitName,
  appId,
  appName,
  mappingName,
} from '../names.ts';
import type { Adapter, AdSource } from '../ports/catalogue.ts';
import type { AdUnit, AdUnitMapping, App, Publisher } from '../ports/entities.ts';

export function accountView({ publisherId, reportingTimeZone, currencyCode }: Publisher): PublisherAccount {
  return { name: accountName(publisherId), publisherId, reportingTimeZone, currencyCode };
}

type Stores = NonNullable<NonNullable<AppView['linkedAppInfo']>['androidAppStores']>;

export function appView({ publisherId, fragment, platform, linked, displayName }: App): AppView {
  return {
    name: appName(publisherId, fragment),
    appId: appId(publisherId, fragment),
    platform,
    ...(linked && {
      linkedAppInfo: {
        appStoreId: linked.appStoreId,
        ...(linked.androidAppStores.length > 0 && {
          androidAppStores: [...linked.androidAppStores] as Stores,
        }),
      },
    }),
    ...(displayName !== undefined && { manualAppInfo: { displayName } }),
    // This server has no review of apps, so every app is approved.
    appApprovalState: 'APPROVED',
  };
}

export function adUnitView(adUnit: AdUnit): AdUnitView {
  const { publisherId, fragment, appFragment, displayName, format, adTypes, reward } = adUnit;
  return {
    name: adUnitName(publisherId, fragment),
    adUnitId: adUnitId(publisherId, fragment),
    appId: appId(publisherId, appFragment),
    displayName,
    adFormat: format,
    adTypes: [...adTypes],
    ...(reward && { rewardSettings: { ...reward } }),
  };
}

export function mappingView(mapping: AdUnitMapping): MappingView {
  const { publisherId, fragment, mappingId, adapterId, displayName, configurations } = mapping;
  return {
    name: mappingName(publisherId, fragment, mappingId),
    adapterId,
    ...(displayName !== undefined && { displayName }),
    ...(Object.keys(configurations).length > 0 && { adUnitConfigurations: { ...configurations } }),
    state: 'ENABLED',
  };
}

export function adSourceView(publisherId: string, { adSourceId, title }: AdSource): AdSourceView {
  return { name: adSourceName(publisherId, adSourceId), adSourceId, title };
}

/** An adapter without its name, which is that of a publisher. */
export function adapterDetails(adapter: Adapter): Omit<AdapterView, 'name'> {
  const { adapterId, title, platform, formats, configMetadata } = adapter;
  const metadata = configMetadata.map(({ id, label, required }) => ({
    adapterConfigMetadataId: id,
    adapterConfigMetadataLabel: label,
    ...(required && { isRequired: true }),
  }));
  return {
    adapterId,
    title,
    platform,
    formats: [...formats],
    ...(metadata.length > 0 && { adapterConfigMetadata: metadata }),
  };
}

export function adapterView(publisherId: string, adapter: Adapter): AdapterView {
  const { adapterId, adSourceId } = adapter;
  return { name: adapterName(publisherId, adSourceId, adapterId), ...adapterDetails(adapter) };
}
