import { Command, Option } from 'commander';
import { type Baseline, baselineOf } from '../../server/config/effective-settings.ts';
import { loadSettings } from '../../server/config/load.ts';
import { facts, print } from '../output.ts';

interface Options {
  readonly config?: string;
  readonly data?: string;
  readonly port?: string;
  readonly adminPort?: string;
  readonly json?: boolean;
}

const text = ({ version, settings, digest }: Baseline) => facts({ version, ...settings, digest });

function baseline({ config, json, data, port, adminPort }: Options): void {
  const numbers = { port, adminPort };
  const ports = Object.entries(numbers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, /^\d+$/.test(value) ? Number(value) : value]],
  );
  const options = { data, ...(Object.fromEntries(ports) as object) };
  const settings = loadSettings({ file: config, environment: process.env, options });
  const answer = baselineOf(settings);
  print(answer, { json: json === true }, () => text(answer));
}

const BASELINE_HELP = `
The settings that a start with the same options, variables and files would have, and their digest. A server logs its
digest when it starts; a change since the start before is an event of the audit log that names the settings.

Examples:
  diptych config baseline --config diptych.yaml
  diptych config baseline --json > baseline.json`;

export function configCommand(): Command {
  const command = new Command('config').description('The configuration of the server');
  const part = new Command('baseline')
    .description('Print the effective settings, without secrets, and their digest')
    .option('--data <folder>', 'as for serve')
    .option('--port <number>', 'as for serve')
    .option('--admin-port <number>', 'as for serve')
    .addOption(new Option('--config <file>', 'settings in JSON or YAML').env('DIPTYCH_CONFIG'))
    .option('--json', 'print it as JSON')
    .addHelpText('after', BASELINE_HELP)
    .action(baseline);
  return command.addCommand(part);
}
