import { Command } from 'commander';
import type { MethodName } from '../../admin/contract/index.ts';
import { ADMIN_METHODS, type Member } from '../methods/index.ts';

/** The command that the registry names for a method, without arguments and options. */
export function methodCommand(method: MethodName, description = ADMIN_METHODS[method].summary): Command {
  const { command } = ADMIN_METHODS[method];
  if (command === undefined) throw new Error(`${method} has no command`);
  return new Command(command.split(' ').at(-1)).description(description);
}

/** Members of the request that are in its path: the arguments of the command. */
export const pathMembers = (method: MethodName): readonly string[] =>
  [...ADMIN_METHODS[method].http[1].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Members of the request, by name. */
export const requestMembers = (method: MethodName): Readonly<Record<string, Member>> =>
  ADMIN_METHODS[method].members;

/** The values that a member may have. */
export const choicesOf = (method: MethodName, member: string): readonly string[] =>
  requestMembers(method)[member]?.enum ?? [];
