/** Reads a text from front to back; patterns are sticky (`y`). */
export interface Scanner {
  readonly position: number;
  readonly atEnd: boolean;
  readonly next: string | undefined;
  /** Returns the match at the position and moves past it. */
  take(pattern: RegExp): RegExpExecArray | undefined;
  /** Moves past the character if it is the next one. */
  accept(character: string): boolean;
}

export function scannerOf(text: string): Scanner {
  let position = 0;
  return {
    get position() {
      return position;
    },
    get atEnd() {
      return position >= text.length;
    },
    get next() {
      return text[position];
    },
    take(pattern) {
      pattern.lastIndex = position;
      const match = pattern.exec(text);
      if (!match) return undefined;
      position = pattern.lastIndex;
      return match;
    },
    accept(character) {
      if (text[position] !== character) return false;
      position += 1;
      return true;
    },
  };
}

/** A string in double or single quotes; a backslash may only precede quotes and backslashes. */
export const QUOTED = /"((?:[^"\\]|\\["'\\])*)"|'((?:[^'\\]|\\["'\\])*)'/y;

/** The content of a match of `QUOTED`. */
export function unquoted(match: RegExpExecArray): string {
  return (match[1] ?? match[2] ?? '').replace(/\\(.)/g, '$1');
}
