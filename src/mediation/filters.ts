import type { Filter, FilterField, FilterTable } from '../conventions/index.ts';
import { AD_FORMATS, type MethodName, PLATFORMS } from './contract/index.ts';
import { upperCase } from './enum-values.ts';
import { adUnitFragment, appFragment } from './names.ts';
import type { GroupCondition, GroupTerm } from './ports/store.ts';
import { isStorable } from './text.ts';

interface GroupFilterField extends FilterField {
  readonly term: GroupTerm;
  /** The stored form of the value; undefined if no group of the publisher can have it. */
  readonly stored?: (publisherId: string, value: string) => string | undefined;
}

const one = { function: 'IN' } as const;
const several = { function: 'CONTAINS_ANY' } as const;

/** The most selective fields come first: the store starts with the first condition that few groups meet. */
const GROUP_FIELDS: Readonly<Record<string, GroupFilterField>> = {
  MEDIATION_GROUP_ID: { ...one, term: 'groupId' },
  DISPLAY_NAME: { ...one, term: 'displayName' },
  AD_UNIT_IDS: { ...several, term: 'adUnitFragment', stored: adUnitFragment },
  APP_IDS: { ...several, term: 'appFragment', stored: appFragment },
  TARGETED_REGION_CODES: { ...several, term: 'regionCode' },
  AD_SOURCE_IDS: { ...several, term: 'adSourceId' },
  FORMAT: { ...one, term: 'format', values: AD_FORMATS },
  PLATFORM: { ...one, term: 'platform', values: PLATFORMS, normalize: upperCase },
  STATE: { ...one, term: 'state', values: ['ENABLED', 'DISABLED'] },
};

const ORDER = Object.keys(GROUP_FIELDS);

/** The filters of each list. */
export const FILTERS: Readonly<Partial<Record<MethodName, FilterTable>>> = {
  'accounts.mediationGroups.list': GROUP_FIELDS,
  'accounts.adUnits.adUnitMappings.list': { DISPLAY_NAME: one },
};

export function groupConditions(filter: Filter, publisherId: string): readonly GroupCondition[] {
  const clauses = filter.toSorted((a, b) => ORDER.indexOf(a.field) - ORDER.indexOf(b.field));
  return clauses.map(({ field, values }) => {
    const { term, stored } = GROUP_FIELDS[field] as GroupFilterField;
    const kept = [...values].map((value) => (stored ? stored(publisherId, value) : value));
    return { term, values: kept.filter((value) => value !== undefined).filter(isStorable) };
  });
}

/** The names that all clauses allow; undefined if there are no clauses. */
export function allowedNames(filter: Filter): readonly string[] | undefined {
  if (filter.length === 0) return undefined;
  const [first, ...rest] = filter.map(({ values }) => values);
  return [...(first as ReadonlySet<string>)].filter(
    (name) => isStorable(name) && rest.every((values) => values.has(name)),
  );
}
