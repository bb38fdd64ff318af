import type { Command } from 'commander';
import type { TSchema } from 'typebox';
import { METHOD_NAMES as ADMIN_NAMES, methodNamed, takesValidateOnly } from '../../admin/contract/index.ts';
import { METHODS as MEDIATION } from '../../mediation/contract/index.ts';
import { program } from '../main.ts';
import type { AdminOutline, CommandOutline, Member } from './index.ts';
import type { MediationOutline } from './mediation.ts';

interface Shape extends TSchema, Omit<Member, 'members'> {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
}

function memberOf({ description, enum: values, format, properties = {} }: Shape): Member {
  const members = Object.keys(properties).filter((name) => properties[name]?.type === 'object');
  return {
    ...(description !== undefined && { description }),
    ...(values !== undefined && { enum: values }),
    ...(format !== undefined && { format }),
    ...(members.length > 0 && { members }),
  };
}

function adminOutline(name: (typeof ADMIN_NAMES)[number]): AdminOutline {
  const { http, command, summary, final, whenApproved, media, request } = methodNamed(name);
  const { properties } = request as unknown as { readonly properties: Readonly<Record<string, Shape>> };
  const members = Object.entries(properties).map(([member, schema]) => [member, memberOf(schema)]);
  return {
    http,
    ...(typeof command === 'string' && { command }),
    summary,
    ...(final !== undefined && { final }),
    ...(whenApproved !== undefined && { whenApproved }),
    ...(media !== undefined && { media: true }),
    ...(takesValidateOnly(name) && { takesValidateOnly: true }),
    members: Object.fromEntries(members) as AdminOutline['members'],
  };
}

function commandOutline(command: Command): CommandOutline {
  const options = command.options.filter(({ hidden }) => !hidden);
  const args = command.registeredArguments;
  const values = args.flatMap(({ argChoices = [] }) => argChoices);
  return {
    description: command.description(),
    ...(args.length > 0 && {
      arguments: args.map(
        (one) =>
          `${one.required ? '<' : '['}${one.name()}${one.variadic ? '...' : ''}${one.required ? '>' : ']'}`,
      ),
    }),
    ...(values.length > 0 && { values }),
    ...(options.length > 0 && {
      options: Object.fromEntries(options.map(({ flags, argChoices = [] }) => [flags, argChoices])),
    }),
  };
}

/** Every command below a command, by its words. */
function commandOutlines(
  command: Command,
  path: readonly string[] = [],
): readonly (readonly [string, CommandOutline])[] {
  return command.commands.flatMap((child) => {
    const words = [...path, child.name()];
    return [[words.join(' '), commandOutline(child)] as const, ...commandOutlines(child, words)];
  });
}

/** JSON with one line for each method, so that a change is easy to review. */
function lines(outline: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(outline).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{\n${rows.join(',\n')}\n}\n`;
}

/** The files that `npm run docs` makes of the contracts. */
export const OUTLINES: Readonly<Record<string, () => string | Promise<string>>> = {
  'src/cli/methods/admin.json': () =>
    lines(Object.fromEntries(ADMIN_NAMES.map((name) => [name, adminOutline(name)]))),
  'src/cli/methods/mediation.json': () =>
    lines(
      Object.fromEntries(
        Object.entries(MEDIATION).map(([name, { address, kind }]): [string, MediationOutline] => [
          name,
          { http: [address.httpMethod, address.path], kind },
        ]),
      ),
    ),
  'src/cli/methods/commands.json': async () => lines(Object.fromEntries(commandOutlines(await program()))),
};
