import { Option } from 'commander';
import { LEVELS } from '../../../mediation/lint/rule.ts';
import { lazyAction } from '../../lazy-action.ts';
import { collect } from '../../options.ts';
import type { LintOptions } from '../actions/lint.ts';
import { leaf } from '../command.ts';

const FORMATS = ['text', 'json', 'markdown'] as const;

export const lint = () =>
  leaf<LintOptions>({
    name: 'lint',
    description: 'Find what is probably wrong in the mediation settings of the account',
    examples: [
      'diptych mediation lint',
      'diptych mediation lint --file mediation.yaml --fail-on warning --format markdown',
      'diptych mediation lint --ignore cpm-stale --ignore cpm-step:0123456789',
    ],
    help: `The rules: docs/reference/lint-rules.md. A server without the method lint, such
as the public service, is read with the methods that it has, and the rules are
applied here.

With --file, the server says only what ad sources, adapters and ad units there
are; secrets of the file are not read. Exceptions are in the file under
lint.ignore, each with a rule, a reason, a last day, and a group if needed.

Exit status 1: there are findings of the level of --fail-on or of a more serious
one.`,
    options: (command) =>
      command
        .addOption(
          new Option('--fail-on <level>', 'the least serious level that fails')
            .choices(LEVELS)
            .default('error'),
        )
        .addOption(
          new Option('--format <format>', 'how findings are printed').choices(FORMATS).default('text'),
        )
        .option('--ignore <rule>', 'leave out a rule, or RULE:GROUP in one group; can be repeated', collect)
        .option('--file <file>', 'check a configuration file instead of the server')
        .option('--local', 'apply the rules here, even if the server has the method lint'),
    run: lazyAction(async () => (await import('../actions/lint.ts')).lint),
  });
