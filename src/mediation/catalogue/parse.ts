import { Compile } from 'typebox/compile';
import { compareDecimals } from '../decimal.ts';
import type { AdSource, Catalogue } from '../ports/catalogue.ts';
import { CatalogueError } from './error.ts';
import { CatalogueFile } from './format.ts';

const shape = Compile(CatalogueFile);

const MAX_INT64 = '9223372036854775807';
const MAX_PROBLEMS = 20;

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CatalogueError(['it is not JSON']);
  }
}

function repeated(ids: readonly string[], what: string): readonly string[] {
  const twice = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  return [...twice].map((id) => `${what} ${id} stands twice`);
}

/** What the schema cannot say. */
function problemsOf({ adSources, ownNetwork }: CatalogueFile): readonly string[] {
  const adapters = adSources.flatMap((source) => source.adapters);
  const tooLarge = adapters.filter(({ adapterId }) => compareDecimals(adapterId, MAX_INT64) > 0);
  return [
    ...repeated(
      adSources.map((source) => source.adSourceId),
      'adSourceId',
    ),
    ...repeated(
      adapters.map((adapter) => adapter.adapterId),
      'adapterId',
    ),
    ...adapters.flatMap(({ adapterId, configMetadata }) => {
      const ids = configMetadata.map((metadata) => metadata.id);
      return repeated(ids, `adapter ${adapterId}: configMetadata`);
    }),
    ...tooLarge.map(({ adapterId }) => `adapterId ${adapterId} exceeds int64`),
    ...(adSources.some(({ adSourceId }) => adSourceId === ownNetwork)
      ? []
      : ['ownNetwork is not one of the ad sources']),
  ];
}

function build(file: CatalogueFile): Catalogue {
  const adSources: readonly AdSource[] = file.adSources
    .map((source) => ({
      ...source,
      adapters: source.adapters
        .map((adapter) => ({ ...adapter, adSourceId: source.adSourceId }))
        .sort((a, b) => compareDecimals(a.adapterId, b.adapterId)),
    }))
    .sort((a, b) => compareDecimals(a.adSourceId, b.adSourceId));
  const sources = new Map(adSources.map((source) => [source.adSourceId, source]));
  const adapters = new Map(
    adSources.flatMap((source) => source.adapters.map((adapter) => [adapter.adapterId, adapter])),
  );
  return {
    adSources,
    ownNetwork: sources.get(file.ownNetwork) as AdSource,
    adSource: (id) => sources.get(id),
    adapter: (id) => adapters.get(id),
  };
}

/** Reads a catalogue file. @throws CatalogueError with all problems */
export function parseCatalogue(text: string): Catalogue {
  const file = json(text);
  if (!shape.Check(file)) {
    const words = shape.Errors(file).map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`);
    throw new CatalogueError(words.slice(0, MAX_PROBLEMS));
  }
  const problems = problemsOf(file);
  if (problems.length > 0) throw new CatalogueError(problems.slice(0, MAX_PROBLEMS));
  return build(file);
}
