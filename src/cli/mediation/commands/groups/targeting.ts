import { type Command, Option } from 'commander';
import { UsageError } from '../../../cli-errors.ts';
import { collect } from '../../../options.ts';

export interface TargetingOptions {
  readonly region?: readonly string[];
  readonly excludeRegion?: readonly string[];
  readonly idfa?: string;
  readonly priority?: string;
}

const IDFA = { all: 'ALL', with: 'AVAILABLE', without: 'NOT_AVAILABLE' } as const;

export const idfaOf = (idfa: string) => IDFA[idfa as keyof typeof IDFA];

export function priorityOf(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError('--priority takes a number from 1 to 1000000');
  return Number(text);
}

/** Codes of regions are in upper case. */
const region = (code: string, before?: readonly string[]) => collect(code.toUpperCase(), before);

export const withTargeting = (command: Command): Command =>
  command
    .option('--region <code>', 'serve only in this region, such as DE; several are possible', region)
    .option('--exclude-region <code>', 'do not serve in this region; several are possible', region)
    .addOption(new Option('--idfa <which>', 'requests by their IDFA, on iOS').choices(Object.keys(IDFA)))
    .option('--priority <number>', 'order among groups for the same requests: the smallest first');
