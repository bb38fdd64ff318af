import type { Insertable, Selectable } from 'kysely';
import type {
  AdFormat,
  AdUnit,
  AdUnitMapping,
  App,
  Platform,
  Publisher,
} from '../../mediation/ports/entities.ts';
import { member, parseColumn } from '../columns.ts';
import type { MediationTables } from '../schema/mediation.ts';

export type Row<Table extends keyof MediationTables> = Selectable<MediationTables[Table]>;
export type NewRow<Table extends keyof MediationTables> = Insertable<MediationTables[Table]>;

export function printColumn(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

export function toPublisher(row: Row<'publisher'>): Publisher {
  return {
    publisherId: row.publisher_id,
    displayName: row.display_name,
    currencyCode: row.currency_code,
    reportingTimeZone: row.reporting_time_zone,
    createdAt: row.created_at,
  };
}

export function fromPublisher(publisher: Publisher): NewRow<'publisher'> {
  return {
    publisher_id: publisher.publisherId,
    display_name: publisher.displayName,
    currency_code: publisher.currencyCode,
    reporting_time_zone: publisher.reportingTimeZone,
    created_at: publisher.createdAt,
  };
}

export function toApp(row: Row<'app'>): App {
  return {
    publisherId: row.publisher_id,
    fragment: row.fragment,
    platform: row.platform as Platform,
    createdAt: row.created_at,
    ...member('displayName', row.display_name),
    ...member('linked', parseColumn<NonNullable<App['linked']>>(row.linked)),
  };
}

export function fromApp(app: App): NewRow<'app'> {
  return {
    publisher_id: app.publisherId,
    fragment: app.fragment,
    platform: app.platform,
    display_name: app.displayName ?? null,
    linked: printColumn(app.linked),
    created_at: app.createdAt,
  };
}

export function toAdUnit(row: Row<'ad_unit'>): AdUnit {
  return {
    publisherId: row.publisher_id,
    fragment: row.fragment,
    appFragment: row.app_fragment,
    displayName: row.display_name,
    format: row.format as AdFormat,
    adTypes: JSON.parse(row.ad_types) as readonly string[],
    createdAt: row.created_at,
    ...member('reward', parseColumn<NonNullable<AdUnit['reward']>>(row.reward)),
  };
}

export function fromAdUnit(adUnit: AdUnit): NewRow<'ad_unit'> {
  return {
    publisher_id: adUnit.publisherId,
    fragment: adUnit.fragment,
    app_fragment: adUnit.appFragment,
    display_name: adUnit.displayName,
    format: adUnit.format,
    ad_types: JSON.stringify(adUnit.adTypes),
    reward: printColumn(adUnit.reward),
    created_at: adUnit.createdAt,
  };
}

export function toMapping(row: Row<'ad_unit_mapping'>): AdUnitMapping {
  return {
    publisherId: row.publisher_id,
    fragment: row.fragment,
    mappingId: row.mapping_id,
    adapterId: row.adapter_id,
    configurations: JSON.parse(row.configurations) as Record<string, string>,
    createdAt: row.created_at,
    ...member('displayName', row.display_name),
  };
}

export function fromMapping(mapping: AdUnitMapping): NewRow<'ad_unit_mapping'> {
  return {
    publisher_id: mapping.publisherId,
    mapping_id: mapping.mappingId,
    fragment: mapping.fragment,
    display_name: mapping.displayName ?? null,
    adapter_id: mapping.adapterId,
    configurations: JSON.stringify(mapping.configurations),
    created_at: mapping.createdAt,
  };
}
