import { dirname, resolve } from 'node:path';
import { ConfigurationFileError, type FileProblem } from '../../../conventions/yaml/document.ts';
import type { Configuration } from '../../../mediation/as-code/configuration.ts';
import type { Secrets } from '../../../mediation/as-code/match-mappings.ts';
import type { Value } from '../../../mediation/as-code/schema.ts';
import { readText } from '../../bounded-file.ts';

/** A longer file is no setting of an adapter. */
const LONGEST = 4096;

/** What the person who runs the command lets the file read. */
interface AllowedSecrets {
  /** Names of environment variables. */
  readonly allowEnv?: readonly string[];
  /** Paths from the current folder. */
  readonly allowFile?: readonly string[];
}

const notAllowed = (what: string, option: string) => ({
  problem: `${what} is not allowed; if this file may read it, add ${option}`,
});

/** The text of a value, or what is wrong with the place where it should be. */
function textOf(
  value: Value,
  folder: string,
  { allowEnv = [], allowFile = [] }: AllowedSecrets,
  environment: NodeJS.ProcessEnv,
): { readonly text: string } | { readonly problem: string } {
  if (typeof value === 'string') return { text: value };
  if ('env' in value) {
    if (!allowEnv.includes(value.env))
      return notAllowed(`the environment variable ${value.env}`, `--allow-env ${value.env}`);
    const text = environment[value.env];
    return text === undefined || text === ''
      ? { problem: `the environment variable ${value.env} is not set` }
      : { text };
  }
  const path = resolve(folder, value.file);
  if (!allowFile.some((one) => resolve(one) === path))
    return notAllowed(`the file ${value.file}`, '--allow-file with its path');
  try {
    const text = readText(path, { name: value.file }).replace(/\r?\n$/, '');
    return text.length > LONGEST
      ? { problem: `the file ${value.file} is longer than ${LONGEST} characters` }
      : { text };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** Reads the values of all mappings. @throws ConfigurationFileError with every value that is missing */
export function secretsOf(
  { mappings, positionOf }: Configuration,
  file: string,
  allowed: AllowedSecrets = {},
  environment: NodeJS.ProcessEnv = process.env,
): Secrets {
  const problems: FileProblem[] = [];
  const texts = new Map<string, Map<string, string>>();
  for (const [key, { values }] of mappings) {
    const read = new Map<string, string>();
    for (const [setting, value] of values) {
      const found = textOf(value, dirname(file), allowed, environment);
      if ('text' in found) read.set(setting, found.text);
      else problems.push({ ...positionOf(['mappings', key, 'values', setting]), message: found.problem });
    }
    texts.set(key, read);
  }
  if (problems.length > 0) throw new ConfigurationFileError(file, problems);
  return (key, setting) => texts.get(key)?.get(setting) ?? '';
}
