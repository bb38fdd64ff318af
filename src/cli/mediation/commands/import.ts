import { existsSync } from 'node:fs';
import { EXIT } from '../../exit.ts';
import { UsageError } from '../../failures.ts';
import { notice, print } from '../../output.ts';
import { type ImportOptions, importInto } from '../as-code/import.ts';
import { ending, FILE, TARGET } from '../as-code/run.ts';
import { leaf } from '../command.ts';
import type { Desk } from '../connection.ts';

interface Options extends ImportOptions {
  readonly replace?: boolean;
}

async function make(desk: Desk, options: Options): Promise<number> {
  const { file, envFile, replace = false } = options;
  const taken = [file, ...(envFile === undefined ? [] : [envFile])].find((path) => existsSync(path));
  if (taken !== undefined && !replace) throw new UsageError(`${taken} exists; --replace overwrites it`);
  const { left, ...counts } = await importInto(desk, options);
  for (const name of left) notice(`${name} is left out: its adapter is not on the server`, options);
  const told = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
  print({ file, ...counts }, options, () => {
    return `${file} has ${told(counts.groups, 'group')} and ${told(counts.mappings, 'mapping')}`;
  });
  return EXIT.done;
}

const HELP = `
Writes what is on the server into a new file, and the ids into diptych.lock.json beside it. Mappings that no line uses
are left out. With --env-file, the file names variables in place of the values of mappings, and the values are written
to another file, which only its owner can read.`;

export const importFile = () =>
  leaf<Options>({
    name: 'import',
    description: 'Write the configuration of a server into a file',
    help: HELP,
    statuses: 'Exit status: 0 done, 1 any error.',
    examples: [
      'diptych mediation import --file mediation.yaml',
      'diptych mediation import --file mediation.yaml --env-file mediation.env',
    ],
    options: (command) =>
      command
        .addOption(FILE)
        .addOption(TARGET)
        .option('--replace', 'overwrite an existing file; keys of the lock file are kept, comments are lost')
        .option('--env-file <file>', 'write the values of mappings to this file'),
    run: (desk, options) => ending(() => make(desk, options), options),
  });
