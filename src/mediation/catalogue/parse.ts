import { Compile } from 'typebox/compile';
import { compareDecimals } from '../decimal.ts';
import type { AdSource, Catalogue } from '../ports/catalogue.ts';
import { CatalogueError, CatalogueFile, type Place, readDocument } from './document.ts';

/** A problem, and the place of its entry. */
interface Problem {
  readonly place: Place;
  readonly description: string;
}

const MAX_INT64 = '9223372036854775807';

interface Entry {
  readonly id: string;
  readonly place: Place;
}

/** Entries whose id already occurred in an earlier entry. */
function repeated(entries: readonly Entry[], what: string): readonly Problem[] {
  const seen = new Set<string>();
  return entries.flatMap(({ id, place }) => {
    if (seen.has(id)) return [{ place, description: `${what} ${id} is repeated` }];
    seen.add(id);
    return [];
  });
}

/** Rules that the JSON schema cannot express. */
function problemsOf({ adSources, ownNetwork }: CatalogueFile): readonly Problem[] {
  const sources = adSources.map(({ adSourceId }, at) => ({
    id: adSourceId,
    place: ['adSources', at, 'adSourceId'],
  }));
  const adapters = adSources.flatMap((source, at) =>
    source.adapters.map((adapter, index) => ({ adapter, at: ['adSources', at, 'adapters', index] as const })),
  );
  const ids = adapters.map(({ adapter, at }) => ({ id: adapter.adapterId, place: [...at, 'adapterId'] }));
  const tooLarge = ids.filter(({ id }) => compareDecimals(id, MAX_INT64) > 0);
  const isThere = sources.some(({ id }) => id === ownNetwork);
  return [
    ...repeated(sources, 'adSourceId'),
    ...repeated(ids, 'adapterId'),
    ...adapters.flatMap(({ adapter, at }) =>
      repeated(
        adapter.configMetadata.map(({ id }, index) => ({
          id,
          place: [...at, 'configMetadata', index, 'id'],
        })),
        `adapter ${adapter.adapterId}: the id of configMetadata`,
      ),
    ),
    ...tooLarge.map(({ id, place }) => ({ place, description: `adapterId ${id} exceeds int64` })),
    ...(isThere ? [] : [{ place: ['ownNetwork'], description: 'ownNetwork is not one of the ad sources' }]),
  ];
}

const shape = Compile(CatalogueFile);

/** `/adSources/0/title` → `adSources`, 0, `title`. No name in the format contains a slash. */
const placeOf = (pointer: string): Place =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** `adSources[0].title` */
const nameOf = (place: Place) =>
  place
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

type ShapeError = ReturnType<typeof shape.Errors>[number];

function wordsOf({ keyword, params, message }: ShapeError): string {
  if (keyword === 'enum') return `must be one of ${params.allowedValues.join(', ')}`;
  return keyword === 'boolean' ? 'is not known here' : message;
}

function shapeProblems(value: unknown): readonly Problem[] {
  // Unknown members have their own errors, so the error of their object is omitted.
  const errors = shape.Errors(value).filter(({ keyword }) => keyword !== 'additionalProperties');
  return errors.map((error) => {
    const place = placeOf(error.instancePath);
    return { place, description: `${nameOf(place) || 'it'} ${wordsOf(error)}` };
  });
}

type SourceFile = CatalogueFile['adSources'][number];

/** If a source has no kind, its title tells whether it is a bidding source. */
export function kindOf(
  { kind, title, adSourceId }: Pick<SourceFile, 'kind' | 'title' | 'adSourceId'>,
  ownNetwork: string,
): AdSource['kind'] {
  if (kind) return kind;
  if (adSourceId === ownNetwork) return 'NETWORK';
  return title.toLowerCase().includes('(bidding)') ? 'BIDDING' : 'WATERFALL';
}

function build(file: CatalogueFile): Catalogue {
  const adSources: readonly AdSource[] = file.adSources
    .map((source) => ({
      ...source,
      kind: kindOf(source, file.ownNetwork),
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

/** Reads a catalogue file, JSON or YAML. @throws CatalogueError with all problems and their lines */
export function parseCatalogue(text: string): Catalogue {
  const { value, lineOf } = readDocument(text);
  const problems = shape.Check(value) ? problemsOf(value) : shapeProblems(value);
  if (problems.length === 0) return build(value as CatalogueFile);
  throw new CatalogueError(
    problems.map(({ place, description }) => {
      const line = lineOf(place);
      return { ...(line !== undefined && { line }), description };
    }),
  );
}
