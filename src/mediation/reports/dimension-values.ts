import { upperCase } from '../enum-values.ts';
import { adUnitFragment, adUnitId, appFragment, appId } from '../names.ts';
import type { Dimension } from './report-dimensions.ts';

/** How a report writes the values of a dimension. */
interface Spelling {
  readonly text: (stored: string, publisherId: string) => string;
  /** Undefined if no stored value has this text. */
  readonly stored: (text: string, publisherId: string) => string | undefined;
}

const prefixed = (kind: string): Spelling => ({
  text: (stored, publisherId) => `ca-app-${publisherId}:${kind}:${stored}`,
  stored: (text, publisherId) => {
    const prefix = `ca-app-${publisherId}:${kind}:`;
    return text.startsWith(prefix) ? text.slice(prefix.length) : undefined;
  },
});

const PLATFORMS: Readonly<Record<string, string>> = { ANDROID: 'Android', IOS: 'iOS' };

const SPELLINGS: Partial<Readonly<Record<Dimension, Spelling>>> = {
  AD_UNIT: {
    text: (fragment, publisherId) => adUnitId(publisherId, fragment),
    stored: (text, publisherId) => adUnitFragment(publisherId, text),
  },
  APP: {
    text: (fragment, publisherId) => appId(publisherId, fragment),
    stored: (text, publisherId) => appFragment(publisherId, text),
  },
  AD_SOURCE_INSTANCE: prefixed('asi'),
  MEDIATION_GROUP: prefixed('mg'),
  FORMAT: { text: (format) => format.toLowerCase(), stored: upperCase },
  PLATFORM: { text: (platform) => PLATFORMS[platform] ?? platform, stored: upperCase },
};

export const textOf = (dimension: Dimension, stored: string, publisherId: string): string =>
  SPELLINGS[dimension]?.text(stored, publisherId) ?? stored;

/** The stored value for a value in a filter; undefined if there is none. */
export function storedOf(dimension: Dimension, text: string, publisherId: string): string | undefined {
  const spelling = SPELLINGS[dimension];
  return spelling ? spelling.stored(text, publisherId) : text;
}
