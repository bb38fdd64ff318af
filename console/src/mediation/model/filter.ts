/** Filters of the list of groups in the address. Each may hold several values, separated by commas. */
const IN = {
  name: 'DISPLAY_NAME',
  state: 'STATE',
  platform: 'PLATFORM',
  format: 'FORMAT',
  id: 'MEDIATION_GROUP_ID',
} as const;
const CONTAINS_ANY = {
  source: 'AD_SOURCE_IDS',
  unit: 'AD_UNIT_IDS',
  app: 'APP_IDS',
  region: 'TARGETED_REGION_CODES',
} as const;

export type GroupFilter = Partial<Record<keyof typeof IN | keyof typeof CONTAINS_ANY, string>>;

const quoted = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** A name may contain commas, so it is a single value. */
const valuesOf = (name: string, text: string) =>
  (name === 'name' ? [text] : text.split(',')).map((value) => value.trim()).filter((value) => value !== '');

/** The state of archived groups in the address. The interface knows it as a time, with the state of paused groups. */
export const ARCHIVED = 'ARCHIVED';

/** The filter in the syntax of the interface; undefined without filters. */
export function filterText(given: GroupFilter): string | undefined {
  const filter = given.state === ARCHIVED ? { ...given, state: 'DISABLED' } : given;
  const clause = (call: string, table: Readonly<Record<string, string>>) =>
    Object.entries(table).flatMap(([name, field]) => {
      const values = valuesOf(name, filter[name as keyof GroupFilter] ?? '');
      return values.length === 0 ? [] : [`${call}(${field}, ${values.map(quoted).join(', ')})`];
    });
  const clauses = [...clause('IN', IN), ...clause('CONTAINS_ANY', CONTAINS_ANY)];
  return clauses.length === 0 ? undefined : clauses.join(' AND ');
}
