import { Command } from 'commander';
import type { MethodName } from '../../admin/contract/index.ts';
import type { AnyWords } from '../../admin/contract/words.ts';
import { ADMIN_METHODS, type Member } from '../methods/index.ts';

/** The command that the registry names for a method, without arguments and options. */
export function methodCommand(
  method: MethodName,
  { summary = ADMIN_METHODS[method].summary }: { readonly summary?: string } = {},
): Command {
  const { command } = ADMIN_METHODS[method];
  if (command === undefined) throw new Error(`${method} has no command`);
  return new Command(command.split(' ').at(-1)).description(summary);
}

/** The end of its help: what else there is to know, and examples. */
export function helpOf({ note, examples }: Pick<AnyWords, 'note' | 'examples'>): string {
  const heading = examples.length > 1 ? 'Examples' : 'Example';
  return `${note === undefined ? '' : `\n${note}\n`}\n${heading}:\n${examples.map((one) => `  ${one}`).join('\n')}`;
}

/** What the arguments are whose names do not say it. */
export const PLACES: Readonly<Record<string, string>> = { user: 'email or id' };

/** Members of the request that are in its path: the arguments of the command. */
export const pathMembers = (method: MethodName): readonly string[] =>
  [...ADMIN_METHODS[method].http[1].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Members of the request, by name. */
export const requestMembers = (method: MethodName): Readonly<Record<string, Member>> =>
  ADMIN_METHODS[method].members;

/** The values that a member may have. */
export const choicesOf = (method: MethodName, member: string): readonly string[] =>
  requestMembers(method)[member]?.enum ?? [];
