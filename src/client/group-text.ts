import type { ChangeWords } from '../admin/contract/explained/changes.ts';
import { lastSegment } from '../conventions/last-segment.ts';
import type { MediationGroup } from '../mediation/contract/index.ts';
import { AD_UNITS, type ChangedLine, type GroupChange, placeOf, priceOf } from './group-changes.ts';
import { inVariant } from './in-variant.ts';
import { shortList } from './short-list.ts';

/** How values are shown that are no words. */
export interface Shown {
  /** A price in micros. */
  readonly price: (micros: string) => string;
  readonly time: (text: string) => string;
  /** Names of things by their ids; the last part of the id if there is none. */
  readonly unit?: (id: string) => string;
  readonly source?: (id: string) => string;
  readonly mapping?: (name: string) => string;
}

/** Values of a list that a line of text names. */
const MOST_OF_LIST = 2;

const isList = (path: string) => path === AD_UNITS || path.endsWith('RegionCodes');

/** The values of one list that another one does not have. */
const without = (list = '', other = ''): readonly string[] => {
  const others = new Set(other.split(','));
  return list.split(',').filter((one) => one !== '' && !others.has(one));
};

const named = (table: Readonly<Record<string, string>>, name: string) => table[name] ?? name;

/** The word for a method that changed something. Methods are named by their path in the tree of resources. */
export const methodWord = (table: Readonly<Record<string, string>>, method: string): string =>
  named(table, method.replace(/^\w+\.(?=accounts\.)/, ''));

/** Fields of a group and their values in words; lines are named as in the first group that has them. */
export function groupText(words: ChangeWords, shown: Shown, ...groups: readonly MediationGroup[]) {
  const { price, time, unit = lastSegment, source = (id) => id, mapping = lastSegment } = shown;
  const nameOf = (one: Partial<ChangedLine>, id: string) =>
    inVariant(one.displayName || (one.adSourceId && source(one.adSourceId)) || id, one, words);
  const lineName = (key: string): string => {
    const line = groups.map((one) => one.mediationGroupLines?.[key]).find((one) => one !== undefined);
    return nameOf(line ?? {}, key);
  };
  const field = (path: string): string => {
    const line = /^mediationGroupLines\["([^"]+)"\]$/.exec(path)?.[1];
    if (line !== undefined) return lineName(line);
    const place = placeOf(path);
    // A problem of one value of a list is at the list.
    if (!place) return named(words.values, path.replace(/\[\d+\]$/, ''));
    const isAllMappings = place.member === 'adUnitMappings' && place.adUnitId === undefined;
    const member = isAllMappings ? words.mappings : named(words.members, place.member);
    const ofUnit = place.adUnitId === undefined ? '' : ` ${unit(place.adUnitId)}`;
    return `${lineName(place.key)}: ${member}${ofUnit}`;
  };
  const value = (path: string, text: string | undefined): string => {
    if (text === undefined || text === '') return words.nothing;
    if (path === 'state') return named(words.states, text);
    if (path === 'archiveTime') return time(text);
    if (path === 'mediationAbExperimentState') return named(words.experiments, text);
    if (path === 'targeting.platform') return named(words.platforms, text);
    if (path === 'targeting.format') return named(words.formats, text);
    if (path === 'targeting.idfaTargeting') return named(words.idfaModes, text);
    if (path === AD_UNITS) return text.split(',').map(unit).join(', ');
    if (path.endsWith('RegionCodes')) return text.replaceAll(',', ', ');
    const { member } = placeOf(path) ?? {};
    if (member === 'cpmMicros' && /^\d+$/.test(text)) return price(text);
    if (member === 'adUnitMappings') return mapping(text);
    if (member === 'cpmMode') return named(words.modes, text);
    return member === 'state' ? named(words.states, text) : text;
  };
  const line = (one: ChangedLine): string => {
    const micros = priceOf(one);
    const cost = micros === undefined ? words.byAuction : price(micros);
    return `${cost}, ${named(words.states, one.state ?? 'ENABLED')}`;
  };
  const lineText = ({ kind, line: one }: Exclude<GroupChange, { readonly kind: 'changed' }>): string =>
    (kind === 'added' ? words.lineAdded : words.lineRemoved)(nameOf(one, one.id));
  /** What came into a list and what left it; the field alone if only the order changed. */
  const listText = (path: string, before?: string, after?: string): string => {
    const came = without(after, before).map((one) => words.lineAdded(value(path, one)));
    const left = without(before, after).map((one) => words.lineRemoved(value(path, one)));
    const texts = shortList([...came, ...left], words.more, MOST_OF_LIST);
    return texts === '' ? field(path) : `${field(path)}: ${texts}`;
  };
  return {
    lineName,
    field,
    value,
    /** What changed, and its values before and after. */
    parts(change: GroupChange): readonly [what: string, before: string, after: string] {
      if (change.kind === 'changed') {
        const { path, before, after } = change;
        return [field(path), value(path, before), value(path, after)];
      }
      const [what, text] = [lineText(change), line(change.line)];
      return change.kind === 'added' ? [what, words.nothing, text] : [what, text, words.nothing];
    },
    /** A change in one line of text. */
    summary(change: GroupChange): string {
      if (change.kind !== 'changed') return lineText(change);
      const { path, before, after } = change;
      if (isList(path)) return listText(path, before, after);
      // The name of a mapping says little beside its ad unit.
      if (placeOf(path)?.adUnitId !== undefined && before === undefined) return words.lineAdded(field(path));
      if (placeOf(path)?.adUnitId !== undefined && after === undefined) return words.lineRemoved(field(path));
      return words.changed(field(path), value(path, before), value(path, after));
    },
  };
}
