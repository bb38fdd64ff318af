import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { effectivePolicy } from '../../server/config/effective-settings.ts';
import { type LoadedSettings, loadWithOrigins } from '../../server/config/load.ts';
import { UsageError } from '../failures.ts';
import { print, table } from '../output.ts';

interface Options {
  readonly config?: string;
  readonly json?: boolean;
}

function load(policy: string | undefined, { config }: Options): LoadedSettings {
  if (policy !== undefined && !existsSync(policy)) throw new UsageError(`there is no file ${policy}`);
  const options = policy === undefined ? {} : { 'issuer.policy': resolve(policy) };
  return loadWithOrigins({ file: config, environment: process.env, options });
}

function show(policy: string | undefined, options: Options): void {
  const rows = effectivePolicy(load(policy, options));
  print({ policy: rows }, options, () =>
    table(
      ['member', 'value', 'from'],
      rows.map(({ name, value, origin }) => [
        name,
        value === undefined ? '-' : JSON.stringify(value),
        origin,
      ]),
    ),
  );
}

function check(policy: string, options: Options): void {
  const rows = effectivePolicy(load(policy, options));
  print({ policy: rows }, options, () => `${policy} is right`);
}

const CHECK_HELP = `
Reads the files that it names, too. Says where each mistake stands, line and column, and exits with 2 when there is one.

Examples:
  diptych policy check policy.yaml
  diptych policy check policy.yaml --config diptych.yaml`;

const SHOW_HELP = `
Each member with where it comes from: a variable, a file with line and column, or the default.

Examples:
  diptych policy show policy.yaml
  diptych policy show --config diptych.yaml --json`;

export function policyCommand(): Command {
  const parts = [
    new Command('check')
      .description('Check a policy file like a starting server')
      .argument('<file>')
      .addHelpText('after', CHECK_HELP)
      .action(check),
    new Command('show')
      .description('Show the policy that a server would start with')
      .argument('[file]', 'policy file; else the one that issuer.policy names')
      .addHelpText('after', SHOW_HELP)
      .action(show),
  ];
  const command = new Command('policy').description(
    'The policy of the issuer: deadlines, limits, attestation',
  );
  for (const part of parts) {
    part
      .addOption(new Option('--config <file>', 'settings around the policy').env('DIPTYCH_CONFIG'))
      .option('--json', 'print the policy as JSON');
    command.addCommand(part);
  }
  return command;
}
