import { type Command, Option } from 'commander';
import type { AdminRequest, AdminResponse, MethodName } from '../../admin/contract/index.ts';
import type { AnyWords } from '../../admin/contract/words.ts';
import { fillTemplate } from '../../client/fill-template.ts';
import { EXIT } from '../exit.ts';
import { ADMIN_METHODS } from '../methods/index.ts';
import { facts, print } from '../output.ts';
import { callForEach } from './call-for-each.ts';
import { callAdmin, listerOf } from './client.ts';
import { confirmed, YES } from './confirm.ts';
import { type Connection, type ConnectionOptions, connectionOf, withConnection } from './connection.ts';
import { addFields, membersOf, requireChange } from './fields.ts';
import { withHolderName } from './holder-names.ts';
import { helpOf, methodCommand, PLACES, pathMembers, requestMembers } from './method-command.ts';
import { isCut, wholeId } from './shortened-ids.ts';

export interface ActionOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly wide?: boolean;
  readonly note?: string;
  readonly reason?: string;
  readonly detail?: string;
  readonly withCredential?: boolean;
  readonly takeOver?: boolean;
  readonly dryRun?: boolean;
  readonly machine?: boolean;
  readonly type?: 'installed' | 'web';
}

/** What is made by hand, where words are not enough. */
export interface ActionParts<Name extends MethodName, Answer = AdminResponse<Name>> {
  readonly options?: readonly Option[];
  /** Members of the request that come from these options, or a check of the members. */
  readonly members?: (options: ActionOptions, members: Partial<AdminRequest<Name>>) => object;
  /** A check or a question before the request, about each id. */
  readonly before?: (connection: Connection, id: string, options: ActionOptions) => Promise<void>;
  /** A further step after the answer. Its result is printed instead of the answer. */
  readonly follow?: (
    connection: Connection,
    answer: AdminResponse<Name>,
    options: ActionOptions,
  ) => Promise<Answer>;
  readonly text?: (
    answer: Answer,
    id: string,
    options: ActionOptions,
    connection: Connection,
  ) => string | Promise<string>;
  /** The part of the answer that --json prints; all of it by default. */
  readonly shown?: (answer: Answer) => unknown;
  /** The question at a terminal, if the ids alone are not enough. */
  readonly about?: (connection: Connection, id: string) => Promise<string>;
  /** The exit status is 1 although the method succeeded. */
  readonly isWrong?: (answer: Answer) => boolean;
}

type Loose = Readonly<Record<string, unknown>>;

/** The whole ids, each once, so that the question names them. */
async function idsOf(
  connection: Connection,
  method: MethodName,
  place: string,
  given: readonly string[],
): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const id of given) ids.add(isCut(id) ? await wholeId(listerOf(connection), method, place, id) : id);
  return [...ids];
}

/** `Revoke a credential, on its one device, for good: c-1, c-2` */
async function question(
  summary: string,
  about: ((id: string) => Promise<string>) | undefined,
  ids: readonly string[],
): Promise<string> {
  if (!about) return ids.length === 0 ? summary : `${summary}: ${ids.join(', ')}`;
  const lines = [];
  for (const id of ids) lines.push(await about(id));
  return `${summary}:\n${lines.join('\n')}`;
}

/** A command that acts on one subject, or on several one after the other, or that shows one. */
export function actionCommand<Name extends MethodName>(
  method: Name,
  words: AnyWords,
  parts: ActionParts<Name> = {},
): Command {
  const { summary = ADMIN_METHODS[method].summary, fields = {}, done } = words;
  const { options: own = [], members, before, follow, about, isWrong, shown = (answer) => answer } = parts;
  const { final, http, takesValidateOnly } = ADMIN_METHODS[method];
  const [place] = pathMembers(method);
  const takesSeveral = place !== undefined && http[0] === 'POST' && !words.one;
  const { note, reason } = requestMembers(method);
  const textOf =
    parts.text ??
    (async (answer: AdminResponse<Name>, id: string, _: ActionOptions, connection: Connection) => {
      if (done !== undefined) return fillTemplate(done, { ...answer, it: id });
      return facts(http[0] === 'GET' ? await withHolderName(connection, answer) : answer);
    });

  const requestOf = async (given: readonly unknown[], options: ActionOptions): Promise<Loose> => {
    const named = await membersOf(fields, given, options as Loose);
    if (words.one) requireChange(fields, named);
    return {
      ...named,
      ...members?.(options, named as Partial<AdminRequest<Name>>),
      ...(options.dryRun && { validateOnly: true }),
      ...(note && options.note !== undefined && { note: options.note }),
      ...(reason?.enum && options.reason !== undefined && { reason: options.reason }),
    };
  };

  const run = async (...given: readonly unknown[]): Promise<void> => {
    const options = given.at(-2) as ActionOptions;
    const places = place === undefined ? [] : [given[0]].flat().map(String);
    const request = await requestOf(given.slice(place === undefined ? 0 : 1, -2), options);
    const connection = connectionOf(options);
    const ids = place === undefined ? [] : await idsOf(connection, method, place, places);
    const isFinal = typeof final === 'string' ? request[final] !== undefined : final === true;
    const asks = words.question === undefined ? summary : fillTemplate(words.question, request);
    const describe = about && ((id: string) => about(connection, id));
    if (isFinal && !options.dryRun) await confirmed(() => question(asks, describe, ids), options);
    for (const id of ids) await before?.(connection, id, options);
    const call = async (id: string) => {
      const asked = { ...request, ...(place !== undefined && { [place]: id }) } as AdminRequest<Name>;
      const answer = await callAdmin(connection, method, asked);
      return options.dryRun || !follow ? answer : follow(connection, answer, options);
    };
    const [only = ''] = ids;
    const text = (answer: AdminResponse<Name>, id: string) => textOf(answer, id, options, connection);
    if (ids.length > 1) return callForEach({ ids, json: options.json, call, text, shown });
    const answer = await call(only);
    const printed = options.json ? '' : await text(answer, only);
    print(shown(answer), options, () => `${options.dryRun ? 'dry run: ' : ''}${printed}`);
    if (isWrong?.(answer)) process.exitCode = EXIT.failed;
  };

  const command = methodCommand(method, words);
  if (place !== undefined)
    command.argument(
      takesSeveral ? `<${place}...>` : `<${place}>`,
      PLACES[place] ?? (takesSeveral ? 'one, or several' : undefined),
    );
  addFields(command, method, fields);
  for (const option of own) command.addOption(option);
  if (reason?.enum && !fields.reason)
    command.addOption(
      new Option('--reason <code>', 'kept in the audit log; not sent to the wallet').choices(reason.enum),
    );
  if (note) command.option('--note <text>', note.description);
  if (final !== undefined) command.option(...YES);
  if (takesValidateOnly) command.option('--dry-run', 'show the result of the change without making it');
  return withConnection(command.action(run)).addHelpText('after', helpOf(words));
}
