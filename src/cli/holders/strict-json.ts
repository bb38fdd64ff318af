import { isObject, MAX_DEPTH, withinDepth } from '../../conventions/json.ts';

/** The place of the quote that ends a string. */
function closingQuote(json: string, from: number): number {
  for (let at = json.indexOf('"', from); ; at = json.indexOf('"', at + 1)) {
    let slashes = 0;
    while (json[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
  }
}

const COLON = /[ \t\r\n]*:/y;

/** Names of members in the text: strings with a colon behind them. */
function namesIn(json: string): number {
  let names = 0;
  for (let open = json.indexOf('"'); open >= 0; ) {
    const behind = closingQuote(json, open + 1) + 1;
    COLON.lastIndex = behind;
    if (COLON.test(json)) names += 1;
    open = json.indexOf('"', behind);
  }
  return names;
}

const childrenOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

function membersOf(value: unknown): number {
  const own = isObject(value) ? Object.keys(value).length : 0;
  return childrenOf(value).reduce<number>((sum, child) => sum + membersOf(child), own);
}

/** Names with a meaning to JavaScript; the server refuses a body that has one. */
const UNSAFE = ['__proto__', 'constructor'];

function hasUnsafeName(value: unknown): boolean {
  if (isObject(value) && UNSAFE.some((name) => Object.hasOwn(value, name))) return true;
  return childrenOf(value).some(hasUnsafeName);
}

/** A number beyond the range of a double, which JSON could not carry on. */
const hasInfinity = (value: unknown): boolean =>
  value === Number.POSITIVE_INFINITY ||
  value === Number.NEGATIVE_INFINITY ||
  childrenOf(value).some(hasInfinity);

/** What is wrong with a text that is JSON. The depth comes first: the others go down to the ground. */
const CHECKS: readonly (readonly [string, (value: unknown, json: string) => boolean])[] = [
  [`is nested deeper than ${MAX_DEPTH} levels`, (value) => !withinDepth(value, MAX_DEPTH)],
  // RFC 8259 4: what such an object means is not defined; `JSON.parse` drops all but the last.
  ['has a name twice in one object', (value, json) => namesIn(json) !== membersOf(value)],
  [`has a member named ${UNSAFE.join(' or ')}`, hasUnsafeName],
  ['has a number that is too large', hasInfinity],
];

/** The value of a JSON text that has one meaning only; else what is wrong with it. */
export function strictJson(json: string): { readonly value?: unknown; readonly problem?: string } {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { problem: 'is not JSON' };
  }
  const problem = CHECKS.find(([, isWrong]) => isWrong(value, json))?.[0];
  return problem === undefined ? { value } : { problem };
}
