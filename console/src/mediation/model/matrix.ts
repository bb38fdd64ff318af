import type { Adapter, AdUnit, AdUnitMapping } from '../../../../src/mediation/contract/index.ts';

/** An adapter with the ad source that it belongs to. */
export interface SourceAdapter extends Adapter {
  readonly adSourceId: string;
  readonly sourceTitle: string;
}

export type CellState = 'mapped' | 'missing' | 'several' | 'unfit';

export interface Cell {
  readonly state: CellState;
  readonly mappings: readonly AdUnitMapping[];
}

/** The legacy format stands for two. */
const loads = (formats: readonly string[], format: string) =>
  formats.includes(format) ||
  (format === 'BANNER_INTERSTITIAL' && (formats.includes('BANNER') || formats.includes('INTERSTITIAL')));

/** Whether an adapter can bring ads into an ad unit. */
export const fits = (
  { platform, formats = [] }: Pick<Adapter, 'platform' | 'formats'>,
  unit: { readonly platform: string | undefined; readonly format: string | undefined },
): boolean => platform === unit.platform && loads(formats, unit.format ?? '');

export function cellOf(
  adapter: Adapter,
  unit: AdUnit,
  platform: string | undefined,
  mappings: readonly AdUnitMapping[],
): Cell {
  const own = mappings.filter(({ adapterId }) => adapterId === adapter.adapterId);
  if (own.length > 1) return { state: 'several', mappings: own };
  if (own.length === 1) return { state: 'mapped', mappings: own };
  return { state: fits(adapter, { platform, format: unit.adFormat }) ? 'missing' : 'unfit', mappings: own };
}

/** `1111111111` of `ca-app-pub-…/1111111111`, or of a resource name. */
export const lastPart = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('~')) + 1);

/** Where a key leads from one cell of a grid to another. */
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

/** Labels of settings that others must not see over a shoulder. */
export const isSecret = (label: string): boolean => /key|secret|token|password|signature/i.test(label);
