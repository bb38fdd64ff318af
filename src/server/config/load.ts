import { Compile } from 'typebox/compile';
import { Default } from 'typebox/value';
import { SETTINGS, Settings } from './settings.ts';
import { fromEnvironment, fromFile, type Given } from './source.ts';

/** Settings that were refused, one sentence each. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration was refused:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

export interface SettingsSources {
  readonly file?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Command line options by setting name. */
  readonly options: Readonly<Record<string, unknown>>;
}

const compiled = Compile(Settings);
const checks = new Map(SETTINGS.map((setting) => [setting.name, Compile(setting.schema)]));

function refusal({ name, value, origin }: Given): string[] {
  const check = checks.get(name);
  if (!check) {
    const near = SETTINGS.map((setting) => setting.name).filter(
      (known) => known.endsWith(name) || known.startsWith(name),
    );
    const hint = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
    return [`${name || 'the whole file'} (${origin}) is not a setting${hint}`];
  }
  if (check.Check(value)) return [];
  return check.Errors(value).map((error) => {
    const place = error.instancePath.replaceAll('/', '.');
    return `${name}${place} (${origin}) ${error.message}`;
  });
}

function place(settings: Record<string, unknown>, { name, value }: Given): void {
  const path = name.split('.');
  const last = path.pop() as string;
  let group = settings;
  for (const key of path) {
    group[key] ??= {};
    group = group[key] as Record<string, unknown>;
  }
  group[last] = value;
}

function readFile(file: string): readonly Given[] {
  try {
    return fromFile(file);
  } catch (error) {
    throw new SettingsError([
      `${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
}

/**
 * Options win over variables, variables over the file, the file over the defaults.
 * @throws SettingsError naming every unknown or wrong setting and where it stands.
 */
export function loadSettings({ file, environment, options }: SettingsSources): Settings {
  const given = [
    ...(file === undefined ? [] : readFile(file)),
    ...fromEnvironment(environment),
    ...Object.entries(options).map(([name, value]) => ({ name, value, origin: `an option of the command` })),
  ].filter((one) => one.value !== undefined);
  const problems = given.flatMap(refusal);
  if (problems.length > 0) throw new SettingsError(problems);
  const settings: Record<string, unknown> = {};
  for (const one of given) place(settings, one);
  return compiled.Parse(Default(Settings, settings));
}
