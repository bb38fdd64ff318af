import { Command, Option } from 'commander';
import { OPERATION_NAMES } from '../../issuer/contract/index.ts';
import { FAULTS } from '../../wallet/index.ts';
import { print, table } from '../output.ts';
import { commandOf } from './operations.ts';

interface Options {
  readonly operation?: string;
  readonly json?: boolean;
}

function list(options: Options): void {
  const { operation: wanted } = options;
  const faults = FAULTS.filter(({ operation }) => wanted === undefined || operation === wanted);
  const answer = faults.map(({ apply: _, ...fault }) => ({ ...fault, command: commandOf(fault.operation) }));
  print({ faults: answer }, options, () =>
    table(
      ['fault', 'command', 'a correct issuer answers', 'what is wrong'],
      answer.map(({ name, command, expected, what }) => [
        name,
        command,
        `${expected.reason} ${expected.status}`,
        what,
      ]),
    ),
  );
}

export function faultsCommand(): Command {
  return new Command('faults')
    .description('List the ways in which a phone can do it wrong, and how a correct issuer answers')
    .addOption(new Option('--operation <name>', 'of this operation only').choices([...OPERATION_NAMES]))
    .option('--json', 'print the list as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  diptych wallet faults\n  diptych wallet faults --operation registerDevice',
    )
    .action(list);
}
