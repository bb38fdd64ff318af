import { Command, Option } from 'commander';
import { lazyAction } from '../lazy-action.ts';
import { WIDE } from '../options.ts';

const CHECK_HELP = `
Also reads the files that it names. Each mistake is listed with line and column,
and the exit status is then 2.

Examples:
  diptych policy check policy.yaml
  diptych policy check policy.yaml --config diptych.yaml`;

const SHOW_HELP = `
Each member with its origin: a variable, a file with line and column, or the
default.

Examples:
  diptych policy show policy.yaml
  diptych policy show --config diptych.yaml --json`;

export function policyCommand(): Command {
  const parts = [
    new Command('check')
      .description('Check a policy file like a starting server')
      .argument('<file>')
      .addHelpText('after', CHECK_HELP)
      .action(lazyAction(async () => (await import('../actions/policy.ts')).check)),
    new Command('show')
      .description('Show the policy that a server would start with')
      .argument('[file]', 'policy file; else the one that issuer.policy names')
      .option(...WIDE)
      .addHelpText('after', SHOW_HELP)
      .action(lazyAction(async () => (await import('../actions/policy.ts')).show)),
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
