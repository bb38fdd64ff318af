import { Command } from 'commander';
import { parseConfiguration } from '../../../mediation/as-code/index.ts';
import { formatted } from '../../../mediation/as-code/print.ts';
import { configurationSchema } from '../../../mediation/as-code/schema.ts';
import { EXIT } from '../../exit.ts';
import { print } from '../../output.ts';
import { replaceFile } from '../as-code/lock-file.ts';
import { ending, FILE } from '../as-code/run.ts';
import { readText } from '../as-code/workspace.ts';

interface Options {
  readonly file: string;
  readonly check?: boolean;
  readonly json?: boolean;
}

async function format(options: Options): Promise<number> {
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
  new Command('fmt')
    .description('Check a configuration file, and write it in its usual form')
    .addOption(FILE)
    .option('--check', 'change nothing; exit with 1 if the file is in another form')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  diptych mediation fmt --file mediation.yaml --check')
    .action((options: Options) => ending(() => format(options), options));

export const schema = () =>
  new Command('schema')
    .description('Print the JSON Schema of configuration files, for editors')
    .addHelpText('after', '\nExample:\n  diptych mediation schema > mediation.schema.json')
    .action(() => void process.stdout.write(`${JSON.stringify(configurationSchema(), null, 2)}\n`));
