import { isPath } from '../../../src/server/config/path-settings.ts';
import { SETTINGS, type Settings } from '../../../src/server/config/settings.ts';

const valueAt = (settings: unknown, name: string): unknown =>
  name
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], settings);

/** Every file that the settings name, except the data folder. */
export const pathsIn = (settings: Settings): readonly string[] =>
  SETTINGS.filter(({ name, schema }) => name !== 'data' && isPath(schema))
    .flatMap(({ name }) => valueAt(settings, name))
    .filter((value): value is string => typeof value === 'string');
