import { Compile } from 'typebox/compile';
import { compareDecimals } from '../decimal.ts';
import type { AdSource, Catalogue } from '../ports/catalogue.ts';
import { CatalogueError, CatalogueFile, type Place, readDocument } from './document.ts';
import { type Problem, problemsOf } from './problems.ts';

const shape = Compile(CatalogueFile);

/** `/adSources/0/title` → `adSources`, 0, `title`; no name of the format holds a slash. */
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
  // Members that are not known have an error each beside the one of the object that they are in.
  const errors = shape.Errors(value).filter(({ keyword }) => keyword !== 'additionalProperties');
  return errors.map((error) => {
    const place = placeOf(error.instancePath);
    return { place, description: `${nameOf(place) || 'it'} ${wordsOf(error)}` };
  });
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
