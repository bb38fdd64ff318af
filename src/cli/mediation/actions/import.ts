import { existsSync } from 'node:fs';
import { EXIT } from '../../exit.ts';
import { UsageError } from '../../failures.ts';
import { notice, print } from '../../output.ts';
import { type ImportOptions, importInto } from '../as-code/import.ts';
import { ending } from '../as-code/run.ts';
import type { Desk } from '../connection.ts';

export interface Options extends ImportOptions {
  readonly replace?: boolean;
}

async function make(desk: Desk, options: Options): Promise<number> {
  const { file, secrets, replace = false } = options;
  const taken = [file, ...(secrets === undefined ? [] : [secrets])].find((path) => existsSync(path));
  if (taken !== undefined && !replace) throw new UsageError(`${taken} exists; --replace overwrites it`);
  const { left, ...counts } = await importInto(desk, options);
  for (const name of left) notice(`${name} is left out: its adapter is not on the server`, options);
  const told = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
  print({ file, ...counts }, options, () => {
    return `${file} has ${told(counts.groups, 'group')} and ${told(counts.mappings, 'mapping')}`;
  });
  return EXIT.done;
}

export const importFile = (desk: Desk, options: Options): Promise<void> =>
  ending(() => make(desk, options), options);
