/** The most recently used values by key; a Map keeps the order of insertion. */
export function recent<Value>(most: number) {
  const values = new Map<string, Value>();
  return {
    get(key: string): Value | undefined {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set(key: string, value: Value): void {
      values.set(key, value);
      if (values.size <= most) return;
      const [oldest] = values.keys();
      values.delete(oldest as string);
    },
    delete(key: string): void {
      values.delete(key);
    },
  };
}
