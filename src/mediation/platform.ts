import { PLATFORMS } from './contract/index.ts';
import type { Platform } from './ports/entities.ts';
import type { Violations } from './violations.ts';

/** `iOS` and `Android` are written in every case. */
export const upperCase = (text: string) => text.toUpperCase();

export function platformOf(sent: string | undefined, field: string, violations: Violations): Platform {
  const platform = upperCase(sent ?? '') as Platform;
  if (!sent) violations.add(field, 'is required');
  else if (!PLATFORMS.includes(platform)) violations.add(field, `is not one of ${PLATFORMS.join(', ')}`);
  return platform;
}
