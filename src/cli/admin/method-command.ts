import { Command } from 'commander';
import type { TSchema } from 'typebox';
import { type MethodName, methodNamed } from '../../admin/registry.ts';

interface Member extends TSchema {
  readonly enum?: readonly string[];
  readonly description?: string;
}

/** The command that the registry names for a method, without arguments and options. */
export function methodCommand(method: MethodName, description = methodNamed(method).summary): Command {
  const { command } = methodNamed(method);
  if (typeof command !== 'string') throw new Error(`${method} has no command`);
  return new Command(command.split(' ').at(-1)).description(description);
}

/** Members of the request that are in its path: the arguments of the command. */
export const pathMembers = (method: MethodName): readonly string[] =>
  [...methodNamed(method).http[1].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Members of the request, by name. */
export function requestMembers(method: MethodName): Readonly<Record<string, Member>> {
  return (methodNamed(method).request as { readonly properties: Readonly<Record<string, Member>> })
    .properties;
}
