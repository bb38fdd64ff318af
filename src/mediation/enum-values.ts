import { AD_FORMATS, PLATFORMS } from './contract/index.ts';
import type { AdFormat, Platform } from './ports/entities.ts';
import type { Violations } from './refusals.ts';

type Specified<Name> = Name extends `${string}_UNSPECIFIED` ? never : Name;

/** The unset value of an enum means no value (proto3). */
export function specified<Name extends string>(sent: Name | undefined): Specified<Name> | undefined {
  return sent?.endsWith('_UNSPECIFIED') ? undefined : (sent as Specified<Name> | undefined);
}

/** Clients write `iOS` and `Android` in upper, lower or mixed case. Other letters stay: the upper case of `ıoſ` would be IOS. */
export const upperCase = (text: string) => text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());

export function platformOf(sent: string | undefined, field: string, violations: Violations): Platform {
  const platform = upperCase(sent ?? '') as Platform;
  if (!sent) violations.add(field, 'is required');
  else if (!PLATFORMS.includes(platform)) violations.add(field, `is not one of ${PLATFORMS.join(', ')}`);
  return platform;
}

export function formatOf(sent: string | undefined, field: string, violations: Violations): AdFormat {
  const format = (sent ?? '') as AdFormat;
  if (!sent) violations.add(field, 'is required');
  else if (!AD_FORMATS.includes(format)) violations.add(field, `is not one of ${AD_FORMATS.join(', ')}`);
  return format;
}

/** The legacy format stands for two formats. */
const STANDS_FOR: Readonly<Partial<Record<AdFormat, readonly string[]>>> = {
  BANNER_INTERSTITIAL: ['BANNER_INTERSTITIAL', 'BANNER', 'INTERSTITIAL'],
};

/** Whether an adapter that loads the formats `loaded` can serve ad units of a format. */
export function canServe(loaded: readonly string[], format: AdFormat): boolean {
  return (STANDS_FOR[format] ?? [format]).some((one) => loaded.includes(one));
}
