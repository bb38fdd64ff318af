export interface RepeatedMember {
  readonly name: string;
  readonly line: number;
}

/** The quote that ends a string which begins at `open`. */
function closingQuote(json: string, open: number): number {
  let at = json.indexOf('"', open + 1);
  while (escapesBefore(json, at) % 2 === 1) at = json.indexOf('"', at + 1);
  return at;
}

function escapesBefore(json: string, at: number): number {
  let count = 0;
  while (json[at - 1 - count] === '\\') count += 1;
  return count;
}

const lineAt = (json: string, at: number) => json.slice(0, at).split('\n').length;

/**
 * The first member that one object has twice, in a text that JSON.parse takes: it keeps the last of them, and the
 * command line and the server refuse such a text (RFC 8259 4 leaves open what it means).
 */
export function repeatedMember(json: string): RepeatedMember | undefined {
  /** Names so far, for each object around the position; undefined for a list. */
  const around: (Set<string> | undefined)[] = [];
  let names: Set<string> | undefined;
  let expectsName = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (char === '"') {
      const close = closingQuote(json, at);
      if (expectsName && names) {
        const name = JSON.parse(json.slice(at, close + 1)) as string;
        if (names.has(name)) return { name, line: lineAt(json, at) };
        names.add(name);
      }
      expectsName = false;
      at = close;
    } else if (char === ',') expectsName = names !== undefined;
    else if (char === '{' || char === '[') {
      around.push(names);
      expectsName = char === '{';
      names = expectsName ? new Set() : undefined;
    } else if (char === '}' || char === ']') names = around.pop();
  }
  return undefined;
}
