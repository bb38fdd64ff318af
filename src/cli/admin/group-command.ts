import { Command } from 'commander';
import type { MethodName } from '../../admin/contract/index.ts';
import type { AnyWords, ResourceWords } from '../../admin/contract/words.ts';
import { ADMIN_METHODS } from '../methods/index.ts';
import { type Loaders, withCommands } from '../tree.ts';
import { type ActionParts, actionCommand } from './action-command.ts';
import { type ListParts, listCommand } from './list-command.ts';

type Parts<Name extends MethodName> = ListParts<Name> & ActionParts<Name>;

/** What is made by hand, by the names of methods. */
type PartsByHand = { readonly [Name in MethodName]?: Parts<Name> };

/** The command of a method, from its words. */
export function commandOf<Name extends MethodName>(
  method: Name,
  words: AnyWords,
  parts: Parts<Name> = {},
): Command {
  const { rows } = words;
  return rows === undefined
    ? actionCommand(method, words, parts)
    : listCommand(method, { ...words, rows }, parts);
}

/**
 * A group of commands: one for each method that the words are about, and others that are made by hand.
 * `args`: what follows its name on the command line.
 */
export function groupCommand(
  path: string,
  { about, methods }: ResourceWords,
  args: readonly string[] | undefined,
  parts: PartsByHand = {},
  others: Loaders = {},
): Promise<Command> {
  const worded = (Object.entries(methods) as [MethodName, AnyWords][]).map(([method, words]) => {
    const name = ADMIN_METHODS[method].command?.split(' ').at(-1) ?? method;
    return [name, async () => commandOf(method, words, parts[method] as Parts<MethodName>)] as const;
  });
  const words = path.split(' ');
  const command = new Command(words.at(-1)).description(about);
  return withCommands(command, { ...Object.fromEntries(worded), ...others }, { path: words, args });
}
