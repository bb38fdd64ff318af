import { Command } from 'commander';
import { parseConfiguration } from '../../../mediation/as-code/index.ts';
import { formatted } from '../../../mediation/as-code/print.ts';
import { configurationSchema } from '../../../mediation/as-code/schema.ts';
import { EXIT } from '../../exit.ts';
import { print } from '../../output.ts';
import { replaceFile } from '../as-code/lock-file.ts';
import { ending, FILE } from '../as-code/run.ts';
import { readText } from '../as-code/workspace.ts';
import { leaf } from '../command.ts';
import type { MediationOptions } from '../connection.ts';

interface Options {
  readonly file: string;
  readonly check?: boolean;
}

async function format(options: Options & MediationOptions): Promise<number> {
  const { file, check = false } = options;
  const text = readText(file);
  parseConfiguration(text, file);
  const usual = formatted(text);
  const isUsual = usual === text;
  if (!isUsual && !check) replaceFile(file, usual);
  const done = check ? `${file} is not formatted; run diptych mediation fmt` : `${file} was formatted`;
  print({ file, changed: !isUsual }, options, () => (isUsual ? `${file} is formatted` : done));
  return check && !isUsual ? EXIT.failed : EXIT.done;
}

export const fmt = () =>
  leaf<Options>({
    name: 'fmt',
    description: 'Check a configuration file, and write it in its usual form',
    help: 'Asks no server: options about a server are accepted, as in the other commands, and not used.',
    statuses: 'Exit status: 0 done, 1 any error, or another form with --check.',
    examples: [
      'diptych mediation fmt --file mediation.yaml',
      'diptych mediation fmt --file mediation.yaml --check',
    ],
    options: (command) =>
      command.addOption(FILE).option('--check', 'change nothing; exit with 1 if the file is in another form'),
    run: (_desk, options) => ending(() => format(options), options),
  });

export const schema = () =>
  new Command('schema')
    .description('Print the JSON Schema of configuration files, for editors')
    .addHelpText('after', '\nExample:\n  diptych mediation schema > mediation.schema.json')
    .action(() => void process.stdout.write(`${JSON.stringify(configurationSchema(), null, 2)}\n`));
