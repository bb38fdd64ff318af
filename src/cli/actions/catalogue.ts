import { existsSync, readFileSync } from 'node:fs';
import { CatalogueError, parseCatalogue } from '../../mediation/catalogue/index.ts';
import type { ConnectionOptions } from '../admin/connection.ts';
import { UsageError } from '../cli-errors.ts';
import { EXIT } from '../exit.ts';
import { print } from '../output.ts';

function problemsOf(file: string): readonly string[] {
  if (!existsSync(file)) throw new UsageError(`there is no file ${file}`);
  try {
    parseCatalogue(readFileSync(file, 'utf8'));
    return [];
  } catch (error) {
    if (error instanceof CatalogueError) return error.problems;
    throw error;
  }
}

/** Checks a file as the server does. */
export function check(file: string, options: ConnectionOptions): void {
  const problems = problemsOf(file);
  if (problems.length > 0) process.exitCode = EXIT.failed;
  print({ file, problems }, options, () =>
    problems.length > 0 ? problems.join('\n') : `${file} can be used`,
  );
}
