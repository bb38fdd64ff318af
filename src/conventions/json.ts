export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [member: string]: JsonValue;
}

export type MutableObject = Record<string, JsonValue>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member of an object; inherited properties are not data. */
export function member(value: unknown, name: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Sets a member. Assigning `__proto__` would set the prototype, so that name is defined instead. */
export function put(target: object, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    (target as Record<string, unknown>)[name] = value;
  }
}

/** Equality of JSON values; the order of members does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]));
}

/**
 * Whether no value is nested deeper than `levels`. Never descends further, so that no input overflows the
 * stack.
 */
export function withinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every((child) => withinDepth(child, levels - 1));
}

/** Maximum nesting of messages in protocol buffers. */
export const MAX_DEPTH = 100;

/** Two spaces and a final newline, or no white space at all; non-ASCII characters stay as they are. */
export function printJson(value: unknown, pretty: boolean): string {
  return pretty ? `${JSON.stringify(value, null, 2)}\n` : JSON.stringify(value);
}

/** Longest JSON that is cached, in bytes. */
const LONGEST = 65_536;

interface Kept {
  /** JSON in UTF-8, indented and compact. */
  readonly forms: Map<boolean, Buffer>;
  readonly whenCached: () => void;
}

/** Messages that never change. */
const kept = new WeakMap<object, Kept>();

/**
 * Allows caching of a message's JSON until the message is garbage-collected. The message must never change. `whenCached` is
 * called for JSON that is short enough.
 */
export function keepJson<Message extends object>(message: Message, whenCached = () => {}): Message {
  kept.set(message, { forms: new Map(), whenCached });
  return message;
}

/** Like `printJson`. Returns bytes if they are cached, which saves encoding them. */
export function messageJson(message: object, pretty: boolean): string | Buffer {
  const cache = kept.get(message);
  const known = cache?.forms.get(pretty);
  if (known) return known;
  const text = printJson(message, pretty);
  if (!cache || text.length > LONGEST) return text;
  const bytes = Buffer.from(text);
  cache.forms.set(pretty, bytes);
  cache.whenCached();
  return bytes;
}
