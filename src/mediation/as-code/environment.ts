import type { ConfigurationFile } from './schema.ts';

const variable = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(\d)/, '_$1');

/** The file with variables in place of the values of its mappings, and the values of the variables. */
export function withEnvironment(file: ConfigurationFile): {
  readonly file: ConfigurationFile;
  readonly variables: Readonly<Record<string, string>>;
} {
  const variables = new Map<string, string>();
  const nameOf = (key: string, setting: string, value: string) => {
    const base = variable(`${key}_${setting}`).slice(0, 100);
    let name = base;
    for (let next = 2; variables.has(name); next += 1) name = `${base}_${next}`;
    variables.set(name, value);
    return name;
  };
  const mappings = Object.entries(file.mappings ?? {}).map(([key, { values = {}, ...rest }]) => {
    const named = Object.entries(values).map(([setting, value]) => [
      setting,
      typeof value === 'string' && value !== '' ? { env: nameOf(key, setting, value) } : value,
    ]);
    return [key, { ...rest, values: Object.fromEntries(named) }] as const;
  });
  return {
    file: { ...file, ...(mappings.length > 0 && { mappings: Object.fromEntries(mappings) }) },
    variables: Object.fromEntries(variables),
  };
}
