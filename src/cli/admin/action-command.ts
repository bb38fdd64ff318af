import { Command, Option } from 'commander';
import type { Static, TSchema } from 'typebox';
import type { AdminMethod } from '../../admin/method.ts';
import { print } from '../output.ts';
import { type Answer, callAdmin, METHODS, type MethodName } from './client.ts';
import { confirmed, YES } from './confirm.ts';
import { type Connection, type ConnectionOptions, connectionOf, withConnection } from './connection.ts';
import { forEach } from './each.ts';

export interface ActionOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly note?: string;
  readonly reason?: string;
  readonly detail?: string;
  readonly action?: string;
  readonly withCredential?: boolean;
}

interface Action<N extends MethodName, A extends Answer<N> = Answer<N>> {
  readonly name: string;
  readonly method: N;
  /** In place of the summary of the method. */
  readonly description?: string;
  readonly options?: readonly Option[];
  /** Members of the request that the options give; `id`, `note` and `reason` are read already. */
  readonly members?: (options: ActionOptions) => object;
  /** What follows from the answer; what it gives is the answer that is told. */
  readonly follow?: (connection: Connection, answer: Answer<N>, options: ActionOptions) => Promise<A>;
  readonly told: (answer: A, id: string) => string;
  /** What --json prints of the answer; all of it where this is left out. */
  readonly shown?: (answer: A) => unknown;
  /** What a terminal is asked about, where the ids alone do not tell. */
  readonly about?: (connection: Connection, id: string) => Promise<string>;
  readonly help: string;
}

const PLACES: Readonly<Record<string, string>> = { user: 'email or id' };

const placeIn = (path: string) => /\{(\w+)\}/.exec(path)?.[1] as string;

interface Member extends TSchema {
  readonly enum?: readonly string[];
  readonly description?: string;
}

/** What the method takes besides what it is about. */
function membersOf({ request }: AdminMethod): Readonly<Record<string, Member>> {
  return (request as { readonly properties: Readonly<Record<string, Member>> }).properties;
}

/** `Revoke a credential, on its one device, for good: c-1, c-2` */
async function question<N extends MethodName>(
  {
    method,
    description = METHODS[method].summary,
    about,
  }: Pick<Action<N>, 'method' | 'description' | 'about'>,
  connection: Connection,
  ids: readonly string[],
): Promise<string> {
  if (!about) return `${description}: ${ids.join(', ')}`;
  const lines = [];
  for (const id of ids) lines.push(await about(connection, id));
  return `${description}:\n${lines.join('\n')}`;
}

/** A command that does something to one subject, or to several one after the other. */
export function actionCommand<N extends MethodName, A extends Answer<N> = Answer<N>>(
  action: Action<N, A>,
): Command {
  const {
    name,
    method,
    description = METHODS[method].summary,
    told,
    members,
    help,
    follow = async (_, answer) => answer as A,
    shown = (answer) => answer,
  } = action;
  const described: AdminMethod = METHODS[method];
  const place = placeIn(described.http[1]);
  const { note, reason } = membersOf(described);

  const run = async (given: readonly string[], options: ActionOptions): Promise<void> => {
    const request = {
      ...members?.(options),
      ...(note && options.note !== undefined && { note: options.note }),
      ...(reason?.enum && options.reason !== undefined && { reason: options.reason }),
    };
    const connection = connectionOf(options);
    const ids = [...new Set(given)];
    if (described.final === true) await confirmed(() => question(action, connection, ids), options);
    const call = async (id: string) => {
      const asked = { ...request, [place]: id } as Static<(typeof METHODS)[N]['request']>;
      return follow(connection, await callAdmin(connection, method, asked), options);
    };
    const [only] = ids;
    if (ids.length > 1 || only === undefined) return forEach({ ids, json: options.json, call, told, shown });
    const answer = await call(only);
    print(shown(answer), options, () => told(answer, only));
  };

  const command = new Command(name).description(description);
  command.argument(`<${place}...>`, PLACES[place] ?? 'one, or several');
  for (const option of action.options ?? []) command.addOption(option);
  if (reason?.enum)
    command.addOption(
      new Option('--reason <code>', 'kept in the trail; not sent to the wallet').choices(reason.enum),
    );
  if (note) command.option('--note <text>', note.description);
  if (described.final === true) command.option(...YES);
  command.action(run);
  return withConnection(command).addHelpText('after', help);
}
