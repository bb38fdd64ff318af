/** A part of a finding: words, or something that is typed exactly so. */
export interface Piece {
  readonly text: string;
  readonly kind: 'words' | 'code' | 'id';
}

/** A command with its options; settings; files and addresses; ids of keys. Names of things end in s, and have an action after them. */
const PARTS = [
  /(?:DIPTYCH_DATA=\S+ )?diptych (?:[a-z-]*[a-rt-z]s [a-z-]+|[a-z-]+)(?: --[a-z-]+(?: [a-z]+[A-Z]\w*)?)*/,
  /\b[a-z]\w*(?:\.[a-z]\w*)+\b(?!\/)/,
  /(?:https?:\/)?\/?[\w.-]+(?:\/[\w.-]*\w)+/,
  /\b[0-9A-F]{32}\b/,
] as const;

const ANY = new RegExp(PARTS.map(({ source }) => `(${source})`).join('|'), 'g');

/** The parts of what the server found. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(ANY)) {
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), kind: 'words' });
    pieces.push({ text: match[0], kind: match.at(-1) === undefined ? 'code' : 'id' });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), kind: 'words' });
  return pieces;
}
