import type { AdUnitMapping } from '../../../../src/mediation/contract/index.ts';
import { lastPart } from './matrix.ts';

/**
 * A mapping that is made when its group is saved, because none can be deleted again. Until then lines name it by this text,
 * which holds all of it.
 */
const PREFIX = 'new:';

export const newMapping = (mapping: AdUnitMapping): string => `${PREFIX}${JSON.stringify(mapping)}`;

/** The mapping that is to be made; undefined for the name of one that exists. */
export const mappingToMake = (name: string | undefined): AdUnitMapping | undefined =>
  name?.startsWith(PREFIX) ? (JSON.parse(name.slice(PREFIX.length)) as AdUnitMapping) : undefined;

/** A mapping as people know it: by its name until it is made, then by the end of its resource name. */
export const shownMapping = (name: string): string => mappingToMake(name)?.displayName ?? lastPart(name);

/** The mappings that exist: what a request may name. */
export const existing = (mappings: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(mappings).filter(([, name]) => mappingToMake(name) === undefined));

/** The choice of a mapping that does not exist yet. */
export const NEW = 'new';

/**
 * The mapping of an ad unit that a new line gets if a person chooses none: the only one that no other line has, or a new one if
 * there is none. Two lines with the same mapping would request the same ads.
 */
export function usualMapping(fitting: readonly string[], taken: readonly (string | undefined)[]): string {
  const [free = NEW, ...more] = fitting.filter((name) => !taken.includes(name));
  return more.length === 0 ? free : '';
}
