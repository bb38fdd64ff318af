import { decimalOf } from '../../../../src/client/cpm.ts';
import type {
  MediationGroup,
  MediationGroupLine,
  MediationGroupTargeting,
} from '../../../../src/mediation/contract/index.ts';
import { byPrice, parseCpm } from './micros.ts';
import { existing } from './new-mapping.ts';

export type LineState = 'ENABLED' | 'DISABLED' | 'REMOVED';
export type CpmMode = 'LIVE' | 'MANUAL' | 'ANO';

/** A line in the editor. */
export interface DraftLine {
  /** The id; a negative number for a new line. */
  readonly key: string;
  readonly displayName: string;
  readonly adSourceId: string;
  readonly cpmMode: CpmMode;
  /** The CPM as typed; empty for a line without a price. */
  readonly cpm: string;
  readonly state: LineState;
  /** By ad unit id: resource names of mappings, and those that are made when the line is saved. */
  readonly adUnitMappings: Readonly<Record<string, string>>;
  /** Whether the line belongs to variant B of an experiment. */
  readonly isTreatment: boolean;
}

/** The editable part of a group. */
export interface Draft {
  readonly adUnitIds: readonly string[];
  /** Codes of regions as typed. */
  readonly targeted: string;
  readonly excluded: string;
  /** Empty for a group that does not name it. */
  readonly idfa: NonNullable<MediationGroupTargeting['idfaTargeting']> | '';
  /** As typed; empty for none. */
  readonly priority: string;
  readonly lines: readonly DraftLine[];
}

export const isNew = ({ key }: Pick<DraftLine, 'key'>): boolean => key.startsWith('-');

export const linesOf = ({ mediationGroupLines = {} }: MediationGroup): readonly MediationGroupLine[] =>
  Object.entries(mediationGroupLines).map(([id, line]) => ({ id, ...line }));

export function draftLine(line: MediationGroupLine): DraftLine {
  const cpmMode = (line.cpmMode ?? 'LIVE') as CpmMode;
  return {
    key: line.id ?? '',
    displayName: line.displayName ?? '',
    adSourceId: line.adSourceId ?? '',
    cpmMode,
    cpm: cpmMode === 'LIVE' ? '' : decimalOf(line.cpmMicros ?? '0'),
    state: (line.state ?? 'ENABLED') as LineState,
    adUnitMappings: line.adUnitMappings ?? {},
    isTreatment: line.experimentVariant === 'VARIANT_B',
  };
}

/** `DE, AT` for a list of codes. */
const listText = (codes: readonly string[] = []) => codes.join(', ');

/** The codes in a text that people typed. */
export const codesIn = (text: string): readonly string[] =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== '');

export const draftOf = (group: MediationGroup): Draft => ({
  adUnitIds: group.targeting?.adUnitIds ?? [],
  targeted: listText(group.targeting?.targetedRegionCodes),
  excluded: listText(group.targeting?.excludedRegionCodes),
  idfa: group.targeting?.idfaTargeting ?? '',
  priority: group.priority === undefined ? '' : String(group.priority),
  lines: linesOf(group).map(draftLine),
});

/** The key for the next new line. */
export const nextKey = (lines: readonly DraftLine[]): string =>
  String(Math.min(0, ...lines.filter(isNew).map(({ key }) => Number(key))) - 1);

/** Copies of the lines as new ones, for a copy of the group or variant B of an experiment. */
export const asNew = (lines: readonly DraftLine[]): readonly DraftLine[] =>
  lines
    .filter(({ state }) => state !== 'REMOVED')
    .map((line, index) => ({
      ...line,
      key: String(-index - 1),
      isTreatment: false,
      ...(line.cpmMode === 'ANO' && { cpmMode: 'LIVE' as const, cpm: '' }),
    }));

/** The price of a line; undefined if it has none or the typed text is not a price. */
export function microsOf({ cpmMode, cpm }: Pick<DraftLine, 'cpmMode' | 'cpm'>): string | undefined {
  if (cpmMode === 'LIVE') return undefined;
  const parsed = parseCpm(cpm);
  return 'micros' in parsed ? parsed.micros : undefined;
}

/** The lines of a group by variant; without an experiment, all are those of variant A. */
export const byVariant = (lines: readonly DraftLine[]) => ({
  a: lines.filter(({ isTreatment }) => !isTreatment),
  b: lines.filter(({ isTreatment }) => isTreatment),
});

/** Lines with a price, highest first; lines with an invalid price come last. */
export function inOrder(lines: readonly DraftLine[]): readonly DraftLine[] {
  const price = (line: DraftLine) => microsOf(line) ?? '0';
  return lines.toSorted((one, other) => byPrice(price(one), price(other)) || (one.key < other.key ? -1 : 1));
}

/** The line as a request sends it. */
export function sentLine(line: DraftLine): MediationGroupLine {
  const adUnitMappings = existing(line.adUnitMappings);
  const micros = microsOf(line);
  return {
    ...(line.displayName.trim() !== '' && { displayName: line.displayName }),
    adSourceId: line.adSourceId,
    cpmMode: line.cpmMode,
    ...(micros !== undefined && { cpmMicros: micros }),
    state: line.state,
    ...(Object.keys(adUnitMappings).length > 0 && { adUnitMappings }),
  };
}

export const withLine = (lines: readonly DraftLine[], line: DraftLine): readonly DraftLine[] =>
  lines.some(({ key }) => key === line.key)
    ? lines.map((one) => (one.key === line.key ? line : one))
    : [...lines, line];

/** A new line is removed at once. An existing one is only marked, so that it can be restored. */
export const withoutLine = (lines: readonly DraftLine[], key: string): readonly DraftLine[] =>
  lines.flatMap((line) => {
    if (line.key !== key) return [line];
    return isNew(line) ? [] : [{ ...line, state: 'REMOVED' as const }];
  });
