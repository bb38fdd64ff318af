import type {
  AdUnit,
  AdUnitMapping,
  BodyOf,
  MediationGroup,
} from '../../../../src/mediation/contract/index.ts';
import { csvText } from '../../kit/csv.ts';
import { type CsvRow, parseCsv } from './csv.ts';
import { linesOf } from './draft.ts';
import { cellOf, lastPart, type SourceAdapter } from './matrix.ts';

type BatchRequest = NonNullable<BodyOf<'accounts.adUnitMappings.batchCreate'>['requests']>[number];

/** The most mappings that one batch may create. */
export const BATCH = 100;

const FIXED = ['ad_unit_id', 'adapter_id', 'name'] as const;

export type RowProblem =
  | { readonly kind: 'unknownUnit' | 'unknownAdapter' | 'noSettings' }
  | { readonly kind: 'unknownSetting' | 'missingSetting'; readonly setting: string };

export interface MappingRow {
  readonly line: number;
  readonly unit: AdUnit | undefined;
  readonly adapter: SourceAdapter | undefined;
  readonly displayName: string;
  /** Values by setting id. */
  readonly settings: Readonly<Record<string, string>>;
  readonly problems: readonly RowProblem[];
}

export type ReadRows =
  | { readonly problem: 'empty' | 'noHeader' }
  | { readonly rows: readonly MappingRow[]; readonly problem?: never };

interface Known {
  readonly units: readonly AdUnit[];
  readonly adapters: readonly SourceAdapter[];
}

const settingsOf = ({ adapterConfigMetadata = [] }: SourceAdapter) =>
  adapterConfigMetadata.map(
    ({ adapterConfigMetadataId: id = '', adapterConfigMetadataLabel: label = '', isRequired }) => ({
      id,
      label,
      isRequired: isRequired === true,
    }),
  );

function rowOf(header: readonly string[], { line, cells }: CsvRow, { units, adapters }: Known): MappingRow {
  const at = (name: (typeof FIXED)[number]) => cells[header.indexOf(name)] ?? '';
  const unit = units.find(
    ({ adUnitId = '' }) => adUnitId === at('ad_unit_id') || lastPart(adUnitId) === at('ad_unit_id'),
  );
  const adapter = adapters.find(({ adapterId }) => adapterId === at('adapter_id'));
  const problems: RowProblem[] = [];
  if (!unit) problems.push({ kind: 'unknownUnit' });
  if (!adapter) problems.push({ kind: 'unknownAdapter' });
  const known = adapter ? settingsOf(adapter) : [];
  const settings: Record<string, string> = {};
  for (const [index, name] of header.entries()) {
    const value = cells[index] ?? '';
    if (FIXED.some((one) => one === name) || value === '' || !adapter) continue;
    const setting = known.find(({ id, label }) => id === name || label.toLowerCase() === name);
    if (setting) settings[setting.id] = value;
    else problems.push({ kind: 'unknownSetting', setting: name });
  }
  for (const { id, label, isRequired } of known)
    if (isRequired && settings[id] === undefined) problems.push({ kind: 'missingSetting', setting: label });
  return { line, unit, adapter, displayName: at('name'), settings, problems };
}

/** Reads mappings from CSV with a header. Columns of settings are named by label or id. */
export function readRows(text: string, known: Known): ReadRows {
  const [head, ...rows] = parseCsv(text);
  if (!head) return { problem: 'empty' };
  const header = head.cells.map((cell) => cell.toLowerCase());
  if (!header.includes('ad_unit_id') || !header.includes('adapter_id')) return { problem: 'noHeader' };
  if (rows.length === 0) return { problem: 'empty' };
  return { rows: rows.map((row) => rowOf(header, row, known)) };
}

/** Requests for the valid rows, in batches that the interface accepts. */
export function batchesOf(rows: readonly MappingRow[]): readonly (readonly BatchRequest[])[] {
  const requests = rows.flatMap(({ unit, adapter, displayName, settings }): BatchRequest[] => {
    if (!unit?.name || !adapter?.adapterId) return [];
    const adUnitMapping = {
      adapterId: adapter.adapterId,
      ...(displayName !== '' && { displayName }),
      adUnitConfigurations: { ...settings },
    };
    return [{ parent: unit.name, adUnitMapping }];
  });
  return Array.from({ length: Math.ceil(requests.length / BATCH) }, (_, index) =>
    requests.slice(index * BATCH, (index + 1) * BATCH),
  );
}

/** The mappings of another ad unit as rows for this one. */
export const copiedRows = (
  unit: AdUnit,
  mappings: readonly AdUnitMapping[],
  adapters: readonly SourceAdapter[],
): readonly MappingRow[] =>
  mappings.map(({ adapterId, displayName = '', adUnitConfigurations = {} }, index) => ({
    line: index + 1,
    unit,
    adapter: adapters.find((one) => one.adapterId === adapterId),
    displayName,
    settings: adUnitConfigurations,
    problems: [],
  }));

export type IsUsed = (unit: AdUnit, adapter: SourceAdapter) => boolean;

const isOn = ({ state = 'ENABLED' }: { readonly state?: string }) => state === 'ENABLED';

/** Whether an enabled line of an enabled group with the ad unit has the source of the adapter, as the linter asks. */
export function usedBy(groups: readonly MediationGroup[]): IsUsed {
  const used = new Set(
    groups.filter(isOn).flatMap((group) =>
      linesOf(group)
        .filter(isOn)
        .flatMap(({ adSourceId }) =>
          (group.targeting?.adUnitIds ?? []).map((adUnitId) => `${adUnitId} ${adSourceId}`),
        ),
    ),
  );
  return ({ adUnitId }, { adSourceId }) => used.has(`${adUnitId} ${adSourceId}`);
}

interface Pair {
  readonly unit: AdUnit;
  readonly mapping: AdUnitMapping;
}

/** Mappings that lines need and ad units do not have, with empty settings to fill in. */
export const missingMappings = (
  units: readonly AdUnit[],
  adapters: readonly SourceAdapter[],
  mappings: ReadonlyMap<string, readonly AdUnitMapping[]>,
  platformOf: (appId: string | undefined) => string | undefined,
  isUsed: IsUsed,
): readonly Pair[] =>
  units.flatMap((unit) => {
    const own = mappings.get(unit.adUnitId ?? '');
    if (!own) return [];
    return adapters
      .filter(
        (adapter) =>
          cellOf(adapter, unit, platformOf(unit.appId), own, isUsed(unit, adapter)).state === 'missing',
      )
      .map((adapter) => ({
        unit,
        mapping: {
          adapterId: adapter.adapterId ?? '',
          displayName: `${adapter.sourceTitle} – ${unit.displayName ?? lastPart(unit.adUnitId ?? '')}`,
          adUnitConfigurations: Object.fromEntries(settingsOf(adapter).map(({ id }) => [id, ''])),
        },
      }));
  });

/** Mappings as CSV that `readRows` can read. Columns of settings are named by label. */
export function exportRows(all: readonly Pair[], adapters: readonly SourceAdapter[]): string {
  const known = new Map(adapters.map((adapter) => [adapter.adapterId, adapter]));
  const labelOf = (adapterId: string | undefined, id: string) => {
    const adapter = known.get(adapterId ?? '');
    return (adapter && settingsOf(adapter).find((one) => one.id === id)?.label) || id;
  };
  const rows = all.map(({ unit, mapping }) => {
    const { adapterId = '', displayName = '', adUnitConfigurations = {} } = mapping;
    const values = Object.entries(adUnitConfigurations).map(
      ([id, value]) => [labelOf(adapterId, id), value] as const,
    );
    return { fixed: [unit.adUnitId ?? '', adapterId, displayName], values: new Map(values) };
  });
  const labels = [...new Set(rows.flatMap(({ values }) => [...values.keys()]))].sort();
  return csvText(
    [...FIXED, ...labels],
    rows.map(({ fixed, values }) => [...fixed, ...labels.map((label) => values.get(label))]),
  );
}
