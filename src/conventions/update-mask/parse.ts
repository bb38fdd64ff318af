import { invalidArgument } from '../refusal.ts';
import { QUOTED, scannerOf, unquoted } from '../scanner.ts';
import type { FieldViolation, StatusError } from '../status.ts';

/** The name of the parameter in protocol buffers, which messages use. */
const FIELD = 'update_mask';

type Metadata = NonNullable<FieldViolation['metadata']>;

export const INVALID_MASK = 'INVALID_UPDATE_MASK';

export const maskViolation = (description: string, metadata: Metadata = {}): FieldViolation => ({
  field: FIELD,
  description,
  metadata,
});

/** The mask cannot be parsed. */
function unreadableMask(description: string, metadata?: Metadata): StatusError {
  return invalidArgument(INVALID_MASK, description, [maskViolation(description, metadata)]);
}

/** One step of a mask path: the JSON name of a field, or the key of a map. */
export type MaskSegment = { readonly field: string } | { readonly key: string };

const quoted = (key: string) => `["${key.replace(/["\\]/g, '\\$&')}"]`;

/** `mediationGroupLines["-1"].cpmMicros`: the canonical spelling. */
export function printMaskPath(segments: readonly MaskSegment[]): string {
  const steps = segments.map((segment) => ('key' in segment ? quoted(segment.key) : `.${segment.field}`));
  return steps.join('').replace(/^\./, '');
}

/** A step in its written form. After a dot, only the table of supported paths tells fields from keys. */
interface WrittenSegment {
  readonly text: string;
  /** `key`: written in brackets or backticks. */
  readonly form: 'name' | 'key';
}

export type WrittenPath = readonly WrittenSegment[];

/** For comparison, a mask for 150 lines with five paths each has about 37 KB. */
const MAX_LENGTH = 65_536;
const MAX_DEPTH = 32;
const MAX_PATHS = 2000;

const SPACE = / */y;
const NAME = /[A-Za-z0-9_-]+|\*/y;
const TICKED = /`((?:[^`]|``)*)`/y;
/** Accepts escaped quotes around a key, as in examples that were copied with their escapes. */
const ESCAPED = /\\"([^"\\]*)\\"/y;
const BARE = /[^\]"'\\ ][^\]]*/y;

/** mask = path *( "," path ) [ "," ]. Parsed in one pass. Throws INVALID_UPDATE_MASK. */
export function parseUpdateMask(mask: string): readonly WrittenPath[] {
  if (mask.length > MAX_LENGTH) {
    throw unreadableMask(`The mask is longer than ${MAX_LENGTH} characters.`);
  }
  const scanner = scannerOf(mask);

  function refuse(expected: string): never {
    const position = String(scanner.position + 1);
    const text = `The mask cannot be read: ${expected} is expected at character ${position}.`;
    throw unreadableMask(text, { expected, position });
  }

  function name(expected: string): WrittenSegment {
    return { text: scanner.take(NAME)?.[0] ?? refuse(expected), form: 'name' };
  }

  function key(): string {
    const quoted = scanner.take(QUOTED);
    if (quoted) return unquoted(quoted);
    return scanner.take(ESCAPED)?.[1] ?? scanner.take(BARE)?.[0].trimEnd() ?? refuse('a key');
  }

  function bracketed(): WrittenSegment {
    scanner.take(SPACE);
    const text = key();
    scanner.take(SPACE);
    return scanner.accept(']') ? { text, form: 'key' } : refuse(`']'`);
  }

  function afterDot(): WrittenSegment {
    const ticked = scanner.take(TICKED);
    return ticked ? { text: ticked[1]!.replaceAll('``', '`'), form: 'key' } : name('a name');
  }

  function path(): WrittenPath {
    const segments = [name('a path')];
    for (;;) {
      if (scanner.accept('.')) segments.push(afterDot());
      else if (scanner.accept('[')) segments.push(bracketed());
      else return segments;
      if (segments.length > MAX_DEPTH) throw unreadableMask(`A path has more than ${MAX_DEPTH} steps.`);
    }
  }

  const paths: WrittenPath[] = [];
  scanner.take(SPACE);
  do {
    if (paths.length === MAX_PATHS) throw unreadableMask(`The mask has more than ${MAX_PATHS} paths.`);
    paths.push(path());
    scanner.take(SPACE);
    if (!scanner.atEnd && !scanner.accept(',')) refuse(`','`);
    scanner.take(SPACE);
  } while (!scanner.atEnd);
  return paths;
}
