import { type Static, Type } from 'typebox';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { closed } from '../../conventions/json-schema.ts';
import { parseStrictJson } from '../../conventions/strict-json.ts';
import { AD_FORMATS } from '../contract/enums.ts';

/** A problem in a catalogue file. */
interface CatalogueProblem {
  /** Line in the file, from 1; absent if the problem concerns the whole file. */
  readonly line?: number;
  /** The entry, and what is wrong with it. */
  readonly description: string;
}

/** Most problems that one error reports. */
const MOST_PROBLEMS = 20;

/** The catalogue file cannot be used. The error lists all its problems. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly problems: readonly string[];

  constructor(problems: readonly CatalogueProblem[]) {
    const messages = problems
      .slice(0, MOST_PROBLEMS)
      .map(({ line, description }) => (line === undefined ? description : `line ${line}: ${description}`));
    super(messages.join('; '));
    this.problems = messages;
  }
}

/** The path of a value in a document, from the outermost member to the innermost. */
export type Place = readonly (string | number)[];

interface CatalogueDocument {
  readonly value: unknown;
  /** The line of the value at a path, or of the value that would contain it. */
  lineOf(place: Place): number | undefined;
}

function parsed(text: string): CatalogueDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const [problem] = document.errors;
  if (problem) {
    const { line } = lines.linePos(problem.pos[0]);
    throw new CatalogueError([{ line, description: `it is neither JSON nor YAML: ${problem.message}` }]);
  }
  const lineOf = (place: Place): number | undefined => {
    const node: unknown = document.getIn(place, true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    return place.length === 0 ? undefined : lineOf(place.slice(0, -1));
  };
  return { value: document.toJS() as unknown, lineOf };
}

/**
 * Reads JSON or YAML, and the lines of its values. The lines of JSON are found only when they are needed,
 * because reading JSON without them is much faster.
 */
export function readDocument(text: string): CatalogueDocument {
  try {
    const value: unknown = parseStrictJson(text);
    let withLines: CatalogueDocument | undefined;
    return {
      value,
      lineOf(place) {
        withLines ??= parsed(text);
        return withLines.lineOf(place);
      },
    };
  } catch {
    return parsed(text);
  }
}

const Decimal = (description: string) => Type.String({ description, pattern: '^(0|[1-9][0-9]{0,19})$' });
const Title = Type.String({ minLength: 1, maxLength: 255 });

const ConfigMetadataFile = Type.Object(
  {
    id: Decimal('Key in adUnitConfigurations.'),
    label: Title,
    required: Type.Boolean(),
    withhold: Type.Optional(Type.Boolean({ description: 'Keeps the value out of snapshots for apps.' })),
  },
  closed,
);

const AdapterFile = Type.Object(
  {
    adapterId: Decimal('int64; unique in the file.'),
    title: Title,
    platform: Type.Enum(['ANDROID', 'IOS', 'WINDOWS_PHONE']),
    formats: Type.Array(Type.Enum([...AD_FORMATS]), { minItems: 1 }),
    className: Type.Optional(Title),
    configMetadata: Type.Array(ConfigMetadataFile),
  },
  closed,
);

const AdSourceFile = Type.Object(
  {
    adSourceId: Decimal('Unique in the file.'),
    title: Title,
    kind: Type.Optional(Type.Enum(['NETWORK', 'BIDDING', 'WATERFALL', 'CUSTOM_EVENT'])),
    adapters: Type.Array(AdapterFile),
  },
  closed,
);

/** The format of the catalogue file. */
export const CatalogueFile = Type.Object(
  {
    about: Type.Optional(Type.String()),
    ownNetwork: Decimal("The ad source that stands for the service's own network."),
    adSources: Type.Array(AdSourceFile, { minItems: 1 }),
  },
  closed,
);
export type CatalogueFile = Static<typeof CatalogueFile>;
