import { AD_FORMATS } from './contract/index.ts';
import type { AdFormat } from './ports/entities.ts';
import type { Violations } from './violations.ts';

export function formatOf(sent: string | undefined, field: string, violations: Violations): AdFormat {
  const format = (sent ?? '') as AdFormat;
  if (!sent) violations.add(field, 'is required');
  else if (!AD_FORMATS.includes(format)) violations.add(field, `is not one of ${AD_FORMATS.join(', ')}`);
  return format;
}

/** The legacy format stands for either of two. */
const STANDS_FOR: Readonly<Partial<Record<AdFormat, readonly string[]>>> = {
  BANNER_INTERSTITIAL: ['BANNER_INTERSTITIAL', 'BANNER', 'INTERSTITIAL'],
};

/** Whether an adapter that loads `loaded` can serve ad units of the format. */
export function canServe(loaded: readonly string[], format: AdFormat): boolean {
  return (STANDS_FOR[format] ?? [format]).some((one) => loaded.includes(one));
}
