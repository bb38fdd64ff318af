import { UserError } from '../../conventions/user-error.ts';
import type { Adapter, AdSource } from '../contract/index.ts';
import { OWN_NETWORK_ID } from '../own-network.ts';
import { OWN_NETWORK } from './configuration.ts';

/** A title or an id of the file names nothing, or several things, on the server. */
class NameProblem extends UserError {
  override readonly name = 'NameProblem';
}

const lower = (text = '') => text.trim().toLowerCase();

function only<Item>(found: readonly Item[], none: string, several: string): Item {
  const [first, second] = found;
  if (!first) throw new NameProblem(none);
  if (second) throw new NameProblem(several);
  return first;
}

/** The ad source of a title, an id or `own network`. @throws NameProblem */
export function sourceIdOf(sources: readonly AdSource[], text: string): string {
  const byId = sources.find(({ adSourceId }) => adSourceId === text);
  const own =
    text === OWN_NETWORK ? sources.find(({ adSourceId }) => adSourceId === OWN_NETWORK_ID) : undefined;
  if (byId ?? own) return (byId ?? own)?.adSourceId ?? '';
  const titled = sources.filter(({ title }) => lower(title) === lower(text));
  const ids = titled.map(({ adSourceId }) => adSourceId).join(', ');
  const found = only(
    titled,
    `"${text}" is no ad source of the server; diptych mediation ad-sources lists them`,
    `"${text}" is the title of several ad sources; use one of the ids ${ids}`,
  );
  return found.adSourceId ?? '';
}

/** The parts of `AppLovin/ANDROID`. A title may have slashes, too. @throws NameProblem */
export function adapterParts(text: string): readonly [source: string, rest: string] {
  const slash = text.lastIndexOf('/');
  if (slash <= 0) {
    throw new NameProblem(
      `"${text}" does not name the ad source; write it before a slash, as in AppLovin/ANDROID or AppLovin/111`,
    );
  }
  return [text.slice(0, slash).trim(), text.slice(slash + 1).trim()];
}

/** The adapter of `AppLovin/ANDROID` or `AppLovin/111` among those of its ad source. @throws NameProblem */
export function adapterOf(adapters: readonly Adapter[], text: string): Adapter {
  const [, rest] = adapterParts(text);
  const byId = adapters.find(({ adapterId }) => adapterId === rest);
  if (byId) return byId;
  const fitting = adapters.filter(
    ({ platform, title }) => lower(platform) === lower(rest) || lower(title) === lower(rest),
  );
  const titles = fitting.map(({ adapterId, title }) => `${adapterId} (${title})`).join(', ');
  return only(
    fitting,
    `"${text}" is no adapter of the server`,
    `"${text}" names several adapters; put the id of one behind the slash: ${titles}`,
  );
}

/** The id of a setting by its label or its id. @throws NameProblem */
export function settingIdOf({ adapterConfigMetadata = [], title }: Adapter, text: string): string {
  const byId = adapterConfigMetadata.find(({ adapterConfigMetadataId }) => adapterConfigMetadataId === text);
  if (byId) return text;
  const labelled = adapterConfigMetadata.filter(
    ({ adapterConfigMetadataLabel }) => lower(adapterConfigMetadataLabel) === lower(text),
  );
  const all = adapterConfigMetadata.map((one) => one.adapterConfigMetadataLabel).join(', ') || 'none';
  const ids = labelled.map((one) => one.adapterConfigMetadataId).join(', ');
  const found = only(
    labelled,
    `"${text}" is no setting of ${title}; its settings: ${all}`,
    `"${text}" is the label of several settings; use one of the ids ${ids}`,
  );
  return found.adapterConfigMetadataId ?? '';
}
