import { type Command, Option } from 'commander';
import type { PlanOptions } from '../../../mediation/as-code/plan-model.ts';
import type { FileOptions } from './workspace.ts';

export interface PlanCommandOptions extends FileOptions, Partial<Omit<PlanOptions, 'conflicts'>> {
  readonly ours?: boolean;
  readonly theirs?: boolean;
  readonly format?: string;
}

export const FILE = new Option('--file <file>', 'configuration file').default('mediation.yaml');

export const TARGET = new Option(
  '--target <kind>',
  'public: use only what the public interface has, whatever the server offers',
).choices(['public']);

export const FORMAT = new Option('--format <format>', 'markdown is for pull requests').choices([
  'text',
  'json',
  'markdown',
]);

const collected = (value: string, before: readonly string[] = []) => [...before, value];

/** Without these the file of somebody else could read the secrets of the machine that applies it. */
const ALLOW_ENV = new Option(
  '--allow-env <name>',
  'environment variable that {env: NAME} of the file may read; may be repeated',
).argParser(collected);

const ALLOW_FILE = new Option(
  '--allow-file <path>',
  'file that {file: PATH} of the file may read; may be repeated',
).argParser(collected);

export const withAllowed = (command: Command): Command => command.addOption(ALLOW_ENV).addOption(ALLOW_FILE);

export const withPlanOptions = (command: Command): Command =>
  withAllowed(command)
    .addOption(FILE)
    .addOption(TARGET)
    .addOption(FORMAT)
    .option('--prune', 'take groups and lines that are not in the file out of service')
    .option('--overwrite-drift', 'undo what was changed on the server only')
    .addOption(
      new Option('--ours', 'write the file where the file and the server changed the same').conflicts(
        'theirs',
      ),
    )
    .option('--theirs', 'leave the server as it is where the file and the server changed the same')
    .option('--during-experiment', 'change lines of groups with a running experiment, too');
