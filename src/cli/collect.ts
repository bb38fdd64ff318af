/** For an option that may come several times. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
