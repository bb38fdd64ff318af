import { Compile } from 'typebox/compile';
import { Default } from 'typebox/value';
import { PANELS } from '../../conventions/panel.ts';
import { isOfPanels } from './panel-parts.ts';
import { ruleProblems } from './setting-rules.ts';
import {
  fromEnvironment,
  fromFile,
  fromOptions,
  fromPolicyFile,
  type GivenSettings,
  SourceError,
  type SourceName,
} from './setting-sources.ts';
import { SETTINGS, Settings } from './settings.ts';
import { didYouMean, problemsOf, SettingsError } from './settings-error.ts';

export { SettingsError };

export interface SettingsSources {
  readonly file?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Command line options by setting name. */
  readonly options: Readonly<Record<string, unknown>>;
}

export interface LoadedSettings {
  readonly settings: Settings;
  readonly origins: Origins;
}

/** The source of each given setting, by its name. All other settings have their defaults. */
export type Origins = ReadonlyMap<string, Origin>;

interface Origin {
  readonly source: SourceName;
  /** The variable, or the place in the file. */
  readonly text: string;
}

const compiled = Compile(Settings);
const checks = new Map(
  SETTINGS.map(({ name, schema }) => [name, { schema, check: Compile(schema) }] as const),
);

function refusal({ name, value, kind, origin }: GivenSettings): readonly string[] {
  const written = (setting: string) => setting.slice(kind.prefix.length);
  const known = kind.settings.some((setting) => setting.name === name) ? checks.get(name) : undefined;
  if (!known) {
    const hint = didYouMean(
      written(name),
      kind.settings.map((setting) => written(setting.name)),
    );
    return [`${written(name) || 'the whole file'} (${origin()}) is not ${kind.label}${hint}`];
  }
  if (known.check.Check(value)) return [];
  return problemsOf(known.schema, known.check, value).map(
    ({ path, text }) => `${[written(name), ...path].join('.')} (${origin(path)}) ${text}`,
  );
}

function place(settings: Record<string, unknown>, { name, value }: GivenSettings): void {
  const path = name.split('.');
  const last = path.pop() as string;
  let group = settings;
  for (const key of path) {
    group[key] ??= {};
    group = group[key] as Record<string, unknown>;
  }
  group[last] = value;
}

const isGiven = ({ value }: GivenSettings) => value !== undefined;

/** Settings of an interface that is off are as if they were not given: nothing uses them or reads the files that they name. */
function ofPanels(given: readonly GivenSettings[]): readonly GivenSettings[] {
  const chosen = given.findLast(({ name }) => name === 'interfaces')?.value;
  const panels = Array.isArray(chosen) ? PANELS.filter((panel) => chosen.includes(panel)) : PANELS;
  return given.filter(({ name }) => isOfPanels(panels, 'settings', name));
}

/** Sources in ascending priority: a later one wins. */
function gather({ file, environment, options }: SettingsSources): readonly GivenSettings[] {
  const fileGiven = file === undefined ? [] : fromFile(file);
  const nearer = [...fromEnvironment(environment), ...fromOptions(options)].filter(isGiven);
  const before = [...fileGiven, ...nearer];
  const policy = ofPanels(before).findLast(({ name }) => name === 'issuer.policy')?.value;
  const policyGiven = typeof policy === 'string' ? fromPolicyFile(policy) : [];
  return [...fileGiven, ...policyGiven, ...nearer].filter(isGiven);
}

function given(sources: SettingsSources): readonly GivenSettings[] {
  try {
    return gather(sources);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new SettingsError([error.message]);
  }
}

/**
 * Options have priority over variables, these over the policy file, this over the configuration file, and
 * this over the defaults. @throws SettingsError with every unknown or invalid setting and its source
 */
export function loadWithOrigins(sources: SettingsSources): LoadedSettings {
  const each = given(sources);
  const problems = each.flatMap(refusal);
  if (problems.length > 0) throw new SettingsError(problems);
  const all = ofPanels(each);
  const placed: Record<string, unknown> = {};
  for (const one of all) place(placed, one);
  const settings: Settings = compiled.Parse(Default(Settings, placed));
  const givenAs = new Map(all.map((one) => [one.name, one]));
  const broken = ruleProblems(settings).map(
    ({ name, problem, path }) => `${name} (${givenAs.get(name)?.origin(path) ?? 'its default'}) ${problem}`,
  );
  if (broken.length > 0) throw new SettingsError(broken);
  const origins = new Map(all.map(({ name, source, origin }) => [name, { source, text: origin() }]));
  return { settings, origins };
}

/** Like `loadWithOrigins`, without the origins. */
export function loadSettings(sources: SettingsSources): Settings {
  return loadWithOrigins(sources).settings;
}
