import type { Configuration } from '../../../mediation/as-code/configuration.ts';
import type { Live } from '../../../mediation/as-code/live-configuration.ts';
import { sourcesOfMappings } from '../../../mediation/as-code/match-mappings.ts';
import type { AdUnitMapping } from '../../../mediation/contract/index.ts';
import type { Remote } from './remote-writes.ts';

/** The mappings of all ad units for which the file has some. One after the other: public servers limit reads. */
export async function readMappings(
  { adUnits, mappings }: Configuration,
  remote: Remote,
): Promise<readonly AdUnitMapping[]> {
  const keys = new Set([...mappings.values()].map(({ adUnit }) => adUnit));
  const live: AdUnitMapping[] = [];
  for (const key of keys) live.push(...(await remote.mappings(adUnits.get(key) ?? '')));
  return live;
}

/** What a file is compared with. @throws NameProblem */
export async function readLive(configuration: Configuration, remote: Remote): Promise<Live> {
  const sources = await remote.adSources();
  const adapters = new Map();
  for (const id of sourcesOfMappings(configuration, { sources })) {
    adapters.set(id, await remote.adapters(id));
  }
  return {
    sources,
    adapters,
    mappings: await readMappings(configuration, remote),
    groups: await remote.groups(),
  };
}
