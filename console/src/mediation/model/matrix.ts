import type { Adapter, AdUnit, AdUnitMapping } from '../../../../src/mediation/contract/index.ts';

/** An adapter with its ad source. */
export interface SourceAdapter extends Adapter {
  readonly adSourceId: string;
  readonly sourceTitle: string;
}

/**
 * `unused`: there is a mapping, but no line uses the source for the ad unit. `unneeded`: there is none, and no line uses the
 * source, or its lines work without a mapping, as the adapter has no settings.
 */
export type CellState = 'mapped' | 'missing' | 'several' | 'unused' | 'unneeded' | 'unfit';

export interface Cell {
  readonly state: CellState;
  readonly mappings: readonly AdUnitMapping[];
}

/** The legacy format covers two formats. */
const loads = (formats: readonly string[], format: string) =>
  formats.includes(format) ||
  (format === 'BANNER_INTERSTITIAL' && (formats.includes('BANNER') || formats.includes('INTERSTITIAL')));

/** Where an ad unit is. */
export interface Place {
  readonly platform: string | undefined;
  readonly format: string | undefined;
}

/** Whether an adapter supports the platform and format of an ad unit. */
export const fits = (
  { platform, formats = [] }: Pick<Adapter, 'platform' | 'formats'>,
  place: Place,
): boolean => platform === place.platform && loads(formats, place.format ?? '');

/** Whether lines of a source with these adapters need a mapping, as the server decides it: not if one that fits has no settings. */
export const needsMapping = (adapters: readonly Adapter[], place: Place): boolean =>
  adapters.length > 0 &&
  !adapters.some((adapter) => (adapter.adapterConfigMetadata ?? []).length === 0 && fits(adapter, place));

export function cellOf(
  adapter: Adapter,
  unit: AdUnit,
  platform: string | undefined,
  mappings: readonly AdUnitMapping[],
  isUsed: boolean,
): Cell {
  const own = mappings.filter(({ adapterId }) => adapterId === adapter.adapterId);
  if (own.length > 1) return { state: 'several', mappings: own };
  if (own.length === 1) return { state: isUsed ? 'mapped' : 'unused', mappings: own };
  const place = { platform, format: unit.adFormat };
  if (!fits(adapter, place)) return { state: 'unfit', mappings: own };
  return { state: isUsed && needsMapping([adapter], place) ? 'missing' : 'unneeded', mappings: own };
}

/** The last part of a resource name or full id: `1111111111` of `ca-app-pub-…/1111111111`. */
export const lastPart = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('~')) + 1);

/** The cell that a key moves to. */
export function moved(
  [row, column]: readonly [number, number],
  key: string,
  [rows, columns]: readonly [number, number],
): readonly [number, number] | undefined {
  const within = (value: number, length: number) => Math.min(Math.max(value, 0), length - 1);
  switch (key) {
    case 'ArrowUp':
      return [within(row - 1, rows), column];
    case 'ArrowDown':
      return [within(row + 1, rows), column];
    case 'ArrowLeft':
      return [row, within(column - 1, columns)];
    case 'ArrowRight':
      return [row, within(column + 1, columns)];
    case 'Home':
      return [row, 0];
    case 'End':
      return [row, columns - 1];
    default:
      return undefined;
  }
}

/** Whether the label of a setting suggests a secret value. */
export const isSecret = (label: string): boolean => /key|secret|token|password|signature/i.test(label);
