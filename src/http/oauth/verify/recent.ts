/**
 * Values by key that were used lately, between `most` of them and half as many. The young ones become the old ones when
 * there are enough, and the old ones go: a look-up need not write down that it was there.
 */
export function recent<Value>(most: number) {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();

  function set(key: string, value: Value): void {
    if (young.size >= most / 2) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  }

  return {
    set,
    get(key: string): Value | undefined {
      const value = young.get(key);
      if (value !== undefined) return value;
      const before = old.get(key);
      if (before !== undefined) set(key, before);
      return before;
    },
    delete(key: string): void {
      young.delete(key);
      old.delete(key);
    },
  };
}
