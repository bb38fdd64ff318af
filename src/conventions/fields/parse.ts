import { invalidArgument, shown } from '../refusal.ts';
import { scannerOf } from '../scanner.ts';
import type { StatusError } from '../status.ts';

interface BadSelection {
  readonly selection: string;
  /** Absent if the only problem is that no field of the response matches the path. */
  readonly problem?: string;
}

function describe({ selection, problem }: BadSelection): string {
  const reason = problem ?? `Cannot find matching fields for path '${shown(selection)}'`;
  return `Error expanding 'fields' parameter. ${reason}.`;
}

/** The message quotes the first bad selection. Each bad selection has a violation. */
export function invalidFieldSelection(bad: readonly BadSelection[]): StatusError {
  const selection = shown(bad[0]!.selection);
  const violations = bad.map((one) => ({
    field: 'fields',
    description: describe(one),
    metadata: { selection: shown(one.selection) },
  }));
  return invalidArgument('INVALID_FIELD_SELECTION', `Invalid field selection ${selection}`, violations, {
    metadata: { selection },
    location: { type: 'parameter', name: 'fields' },
  });
}

/** For a mask that cannot be parsed; the message does not repeat it. */
function fieldsTooLong(limit: number): StatusError {
  const problem = `it is longer than ${limit} characters`;
  const description = `Error expanding 'fields' parameter. The mask is refused: ${problem}.`;
  const metadata = { limit: String(limit) };
  return invalidArgument(
    'INVALID_FIELD_SELECTION',
    `Invalid field selection: ${problem}`,
    [{ field: 'fields', description, metadata }],
    { metadata, location: { type: 'parameter', name: 'fields' } },
  );
}

/** A tree of selected names. `whole` selects everything below a name, whatever else is selected there. */
export interface Selection {
  readonly whole: boolean;
  readonly children: ReadonlyMap<string, Selection>;
}

interface GrowingSelection extends Selection {
  whole: boolean;
  readonly children: Map<string, GrowingSelection>;
}

/** Matches every member of an object, every value of a map. */
export const ANY = '*';

function emptySelection(): GrowingSelection {
  return { whole: false, children: new Map() };
}

/** Returns the child with that name; creates it if it is missing. */
function grow(parent: GrowingSelection, name: string): GrowingSelection {
  const known = parent.children.get(name);
  if (known) return known;
  const child = emptySelection();
  parent.children.set(name, child);
  return child;
}

const MAX_LENGTH = 8192;
const MAX_DEPTH = 32;

const SPACE = /\s*/y;
const NAME = /[^,/.()]+/y;

/**
 * mask = selector *( "," selector ) [ "," ]; selector = name *( ( "/" / "." ) name ) [ "(" mask ")" ]. Parsed
 * in one pass; the recursion is limited to the allowed depth. Throws INVALID_FIELD_SELECTION.
 */
export function parseFields(mask: string): Selection {
  if (mask.length > MAX_LENGTH) throw fieldsTooLong(MAX_LENGTH);
  const scanner = scannerOf(mask);

  function refused(problem: string) {
    return invalidFieldSelection([{ selection: mask, problem }]);
  }

  function unexpected(expected: string): never {
    throw refused(`${expected} is expected at character ${scanner.position + 1}`);
  }

  function accept(character: string): boolean {
    scanner.take(SPACE);
    return scanner.accept(character);
  }

  function name(depth: number): string {
    scanner.take(SPACE);
    const text = scanner.take(NAME)?.[0].trim() || unexpected('A name');
    if (depth > MAX_DEPTH) throw refused(`The mask is nested deeper than ${MAX_DEPTH} levels`);
    return text;
  }

  function selector(parent: GrowingSelection, depth: number): void {
    let level = depth + 1;
    let at = grow(parent, name(level));
    while (accept('/') || accept('.')) {
      level += 1;
      at = grow(at, name(level));
    }
    if (!accept('(')) {
      at.whole = true;
      return;
    }
    selectors(at, level);
    if (!accept(')')) unexpected(`',' or ')'`);
  }

  function selectors(parent: GrowingSelection, depth: number): void {
    do selector(parent, depth);
    while (accept(',') && !ends());
  }

  /** A trailing comma is allowed at the end of the mask or of a group. */
  function ends(): boolean {
    scanner.take(SPACE);
    return scanner.atEnd || scanner.next === ')';
  }

  const root = emptySelection();
  selectors(root, 0);
  if (!ends() || scanner.next === ')') unexpected(`','`);
  return root;
}
