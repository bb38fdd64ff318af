/** A part of a finding: words, or something that is typed exactly so. */
export interface Piece {
  readonly text: string;
  readonly kind: 'words' | 'code' | 'id';
}

/** What is typed exactly so. Findings are plain text, which the terminal shows as it is, so these forms tell it from words. */
const FORMS = {
  // `keys rotate` is of the things before the action, whose names end in s; `doctor` is alone, and the next word is of the text.
  command:
    /(?:DIPTYCH_DATA=\S+ )?diptych (?:[a-z-]*[a-rt-z]s [a-z-]+|[a-z-]+)(?: --[a-z-]+(?: [a-z]+[A-Z]\w*)?)*/,
  setting: /\b[a-z]\w*(?:\.[a-z]\w*)+\b(?!\/)/,
  address: /https?:\/(?:\/[\w.-]*\w)+/,
  // It begins with a slash, has two of them, or ends in the kind of the file: `and/or` and `7/30` are words.
  file: /(?<![\w.-])(?:\/[\w.-]*\w(?:\/[\w.-]*\w)*|[\w.-]+(?:\/[\w.-]*\w){2,}|[\w.-]+\/[\w.-]*\w\.[a-z]+\b)/,
  id: /\b[0-9A-F]{32}\b/,
} as const;

const ANY = new RegExp(
  Object.entries(FORMS)
    .map(([name, { source }]) => `(?<${name}>${source})`)
    .join('|'),
  'g',
);

/** The parts of what the server found. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(ANY)) {
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), kind: 'words' });
    pieces.push({ text: match[0], kind: match.groups?.id === undefined ? 'code' : 'id' });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), kind: 'words' });
  return pieces;
}
