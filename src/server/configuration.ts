import type { ConfigurationDeps } from '../admin/operation/deps.ts';
import { isoTime } from '../conventions/json-schema.ts';
import { baselineOf, effectiveSettings } from './config/effective-settings.ts';
import type { Origins } from './config/load-settings.ts';
import type { Settings } from './config/settings.ts';
import { type RunningParts, runningDoctor } from './doctor/running.ts';
import { type StatusParts, statusOf } from './status.ts';

/** The configuration and the state of this server, for the administration. */
export function configurationDeps(
  settings: Settings,
  origins: Origins,
  parts: Omit<RunningParts & StatusParts, 'settings'>,
): ConfigurationDeps {
  const { version, digest } = baselineOf(settings);
  const examine = runningDoctor({ ...parts, settings });
  const status = statusOf({ ...parts, settings });
  return {
    settings: () => ({
      version,
      profile: settings.profile,
      digest,
      settings: effectiveSettings(settings, origins, parts.issuer?.policy).map((setting) => ({ ...setting })),
    }),
    async findings() {
      const { time, level, findings } = await examine();
      return { time: isoTime(time), level, findings: [...findings] };
    },
    status,
  };
}
