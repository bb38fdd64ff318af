import { Argument, type Command, Option } from 'commander';
import type { MethodName } from '../../admin/contract/index.ts';
import type { AnyWords, Field } from '../../admin/contract/words.ts';
import { readText } from '../bounded-file.ts';
import { UsageError } from '../cli-errors.ts';
import { collect, jsonOption, seconds, timeOption } from '../options.ts';
import { choicesOf, requestMembers } from './method-command.ts';

type Fields = NonNullable<AnyWords['fields']>;

type Given = Readonly<Record<string, unknown>>;

const nameOf = ({ option = '' }: Field) => new Option(option).attributeName();

/** How people name it: `--role`, or `<role>`. */
const flagOf = ({ option = '', argument = '' }: Field) => /--[\w-]+/.exec(option)?.[0] ?? argument;

/** A value as the request has it. */
async function converted(field: Field, value: unknown, options: Given): Promise<unknown> {
  const { kind, absent } = field;
  if (kind === 'password') return (await import('../secret-input.ts')).readPassword(options);
  if (value === undefined || value === absent) return undefined;
  const text = String(value);
  const option = flagOf(field);
  if (kind === 'date') return new Date(timeOption(text, option)).toISOString();
  if (kind === 'duration') return seconds(text, option);
  if (kind === 'file') return readText(text);
  if (kind === 'json') return jsonOption(text, option);
  return value;
}

/** The members of the request that the arguments and options give. @throws UsageError */
export async function membersOf(fields: Fields, given: readonly unknown[], options: Given): Promise<object> {
  const members: [string, unknown][] = [];
  let at = 0;
  for (const [name, field] of Object.entries(fields)) {
    const raw = field.argument === undefined ? options[nameOf(field)] : given[at++];
    const value = await converted(field, raw, options);
    if (value !== undefined) members.push([name, value]);
  }
  return Object.fromEntries(members);
}

/** A change that changes nothing is wrong usage, if there are fields to change. @throws UsageError */
export function requireChange(fields: Fields, members: object): void {
  const all = Object.values(fields);
  if (all.length === 0) return;
  if (all.some(({ argument }) => argument !== undefined) || Object.keys(members).length > 0) return;
  throw new UsageError(`name at least one change: ${all.map(flagOf).join(' or ')}`);
}

/** Adds the arguments and options of the fields, with what the contract says about them. */
export function addFields(command: Command, method: MethodName, fields: Fields): void {
  for (const [name, { option, argument, help, kind, required, standard, absent }] of Object.entries(fields)) {
    const choices = [...choicesOf(method, name), ...(absent === undefined ? [] : [absent])];
    const text = help ?? (choices.length > 0 ? undefined : requestMembers(method)[name]?.description);
    if (argument !== undefined) {
      const made = new Argument(argument, text);
      command.addArgument(choices.length > 0 ? made.choices(choices) : made);
    } else if (option !== undefined) {
      const made = new Option(option, text);
      if (choices.length > 0) made.choices(choices);
      if (kind === 'list') made.argParser(collect);
      if (required) made.makeOptionMandatory();
      if (standard !== undefined) made.default(standard);
      command.addOption(made);
    }
  }
}
