import { type Command, Option } from 'commander';
import type { AdminRequest, AdminResponse, MethodName } from '../../admin/contract/index.ts';
import { ADMIN_METHODS } from '../methods/index.ts';
import { print } from '../output.ts';
import { callAdmin, listerOf } from './client.ts';
import { confirmed, YES } from './confirm.ts';
import { type Connection, type ConnectionOptions, connectionOf, withConnection } from './connection.ts';
import { isCut, wholeId } from './cut-id.ts';
import { forEach } from './each.ts';
import { methodCommand, pathMembers, requestMembers } from './method-command.ts';

export interface ActionOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly note?: string;
  readonly reason?: string;
  readonly detail?: string;
  readonly action?: string;
  readonly withCredential?: boolean;
  readonly takeOver?: boolean;
  readonly dryRun?: boolean;
}

interface Action<N extends MethodName, A extends AdminResponse<N> = AdminResponse<N>> {
  readonly method: N;
  /** Text of the help, instead of the summary of the method. */
  readonly description?: string;
  readonly options?: readonly Option[];
  /** Members of the request that come from the options, besides `id`, `note` and `reason`. */
  readonly members?: (options: ActionOptions) => object;
  /** A further step after the answer. Its result is printed instead of the answer. */
  readonly follow?: (connection: Connection, answer: AdminResponse<N>, options: ActionOptions) => Promise<A>;
  readonly told: (answer: A, id: string) => string;
  /** The part of the answer that --json prints; all of it by default. */
  readonly shown?: (answer: A) => unknown;
  /** The question at a terminal, if the ids alone are not enough. */
  readonly about?: (connection: Connection, id: string) => Promise<string>;
  readonly help: string;
}

const PLACES: Readonly<Record<string, string>> = { user: 'email or id' };

/** `Revoke a credential, on its one device, for good: c-1, c-2` */
async function question<N extends MethodName>(
  {
    method,
    description = ADMIN_METHODS[method].summary,
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

/** A command that acts on one subject, or on several one after the other. */
export function actionCommand<N extends MethodName, A extends AdminResponse<N> = AdminResponse<N>>(
  action: Action<N, A>,
): Command {
  const {
    method,
    description = ADMIN_METHODS[method].summary,
    told,
    members,
    help,
    follow = async (_, answer) => answer as A,
    shown = (answer) => answer,
  } = action;
  const isFinal = ADMIN_METHODS[method].final === true;
  const [place = ''] = pathMembers(method);
  const { note, reason } = requestMembers(method);

  const run = async (given: readonly string[], options: ActionOptions): Promise<void> => {
    const request = {
      ...members?.(options),
      ...(options.dryRun && { validateOnly: true }),
      ...(note && options.note !== undefined && { note: options.note }),
      ...(reason?.enum && options.reason !== undefined && { reason: options.reason }),
    };
    const connection = connectionOf(options);
    const ids = await idsOf(connection, method, place, given);
    if (isFinal && !options.dryRun) await confirmed(() => question(action, connection, ids), options);
    const call = async (id: string) => {
      const asked = { ...request, [place]: id } as AdminRequest<N>;
      const answer = await callAdmin(connection, method, asked);
      return options.dryRun ? (answer as A) : follow(connection, answer, options);
    };
    const [only] = ids;
    if (ids.length > 1 || only === undefined) return forEach({ ids, json: options.json, call, told, shown });
    const answer = await call(only);
    print(shown(answer), options, () => `${options.dryRun ? 'dry run: ' : ''}${told(answer, only)}`);
  };

  const command = methodCommand(method, description);
  command.argument(`<${place}...>`, PLACES[place] ?? 'one, or several');
  for (const option of action.options ?? []) command.addOption(option);
  if (reason?.enum)
    command.addOption(
      new Option('--reason <code>', 'kept in the audit log; not sent to the wallet').choices(reason.enum),
    );
  if (note) command.option('--note <text>', note.description);
  if (isFinal) command.option(...YES);
  if (ADMIN_METHODS[method].takesValidateOnly)
    command.option('--dry-run', 'show the result of the change without making it');
  command.action(run);
  return withConnection(command).addHelpText('after', help);
}
