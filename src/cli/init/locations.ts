import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { Answers } from './questions.ts';

/** Answers that name a file. */
const FILES = [
  'certificate',
  'key',
  'tokenPinFile',
  'organisationSecretFile',
  'revocationList',
] as const satisfies readonly (keyof Answers)[];

/**
 * The name of a file for a configuration, which takes names as relative to its own folder. People type names that are
 * relative to where they are.
 */
export function located(file: string, configuration: string): string {
  const name = relative(dirname(resolve(configuration)), resolve(file));
  return name === '' || name.startsWith('..') || isAbsolute(name) ? resolve(file) : name;
}

export function withLocations(answers: Answers, configuration: string): Answers {
  const named = FILES.flatMap((name) => {
    const file = answers[name];
    return file === undefined ? [] : [[name, located(file, configuration)] as const];
  });
  return { ...answers, ...Object.fromEntries(named) };
}
