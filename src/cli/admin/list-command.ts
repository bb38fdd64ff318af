import { type Command, Option } from 'commander';
import type { AdminRequest, AdminResponse, MethodName } from '../../admin/contract/index.ts';
import type { AnyWords, Column } from '../../admin/contract/words.ts';
import { UsageError } from '../cli-errors.ts';
import { timeOption, WIDE } from '../options.ts';
import { notice, print } from '../output.ts';
import { adminPages, callAdmin } from './client.ts';
import { type Connection, type ConnectionOptions, connectionOf, withConnection } from './connection.ts';
import { holderNames } from './holder-names.ts';
import { helpOf, methodCommand, PLACES, pathMembers, requestMembers } from './method-command.ts';

type Row = Readonly<Record<string, unknown>>;

type Cells = Readonly<Record<string, (row: never) => string | undefined>>;

/** What is made by hand: other rows, a text above the table, and cells by the names of their members. */
export interface ListParts<Name extends MethodName> {
  readonly rowsOf?: (answer: AdminResponse<Name>) => readonly object[];
  readonly head?: (answer: AdminResponse<Name>) => string;
  readonly cells?: Cells | ((rows: readonly never[]) => Promise<Cells>);
  /** A text in place of the table, unless --wide asks for the table. */
  readonly lines?: (rows: readonly never[], connection: Connection, options: ListOptions) => Promise<string>;
  readonly options?: readonly Option[];
  /** Reads the answers, where options of its own say which rows are listed. @throws UsageError */
  readonly read?: (
    connection: Connection,
    request: AdminRequest<Name>,
    options: ListOptions & Filters,
  ) => AsyncIterable<AdminResponse<Name>>;
}

type Filters = Readonly<Record<string, string | undefined>>;

interface ListOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly limit?: string;
  readonly wide?: boolean;
  readonly sort?: string;
  readonly reverse?: boolean;
  readonly utc?: boolean;
  readonly names?: boolean;
}

/** Short names of options, the same in all commands, for members with longer names. */
const SHORTER: Readonly<Record<string, string>> = { holderId: '--holder, ' };

const PAGING = ['pageSize', 'pageToken', 'orderBy'];

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The filter options, made from the schema of the method. */
function filtersOf(method: MethodName): readonly (readonly [string, string])[] {
  const others = [...PAGING, ...pathMembers(method)];
  const members = Object.entries(requestMembers(method)).filter(([name]) => !others.includes(name));
  return members.map(([name, { description = '', enum: values }]) => [
    name,
    values ? `${description} One of ${values.join(', ')}.` : description,
  ]);
}

const isTime = (method: MethodName, filter: string) => requestMembers(method)[filter]?.format === 'date-time';

/** The value of a filter as the request has it: times without seconds, and dates, become whole times. @throws UsageError */
const filterValue = (method: MethodName, filter: string, text: string | undefined) =>
  text !== undefined && isTime(method, filter)
    ? new Date(timeOption(text, `--${kebab(filter)}`)).toISOString()
    : text;

/** Fields that the method sorts by. */
function sortsOf(method: MethodName): readonly string[] {
  return (requestMembers(method).orderBy?.enum ?? []).filter((order) => !order.endsWith(' desc'));
}

const reversed = (order: string) =>
  order.endsWith(' desc') ? order.slice(0, -' desc'.length) : `${order} desc`;

function orderOf(usual: AnyWords['order'], { state = '', sort, reverse }: ListOptions & Filters) {
  const own = typeof usual === 'object' ? (usual[state] ?? usual.usual) : usual;
  const wanted = sort ?? own;
  return wanted !== undefined && reverse ? reversed(wanted) : wanted;
}

function limitOf({ limit }: ListOptions, standard = Number.POSITIVE_INFINITY): number {
  if (limit === undefined) return standard;
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw new UsageError('--limit takes a number of rows');
  return Number(limit);
}

const isGiven = (value: unknown) => value !== undefined && value !== '';

/** The text of a cell; undefined if the row has no value. */
function cellOf(row: Row, [key, , , more = {}]: Column<string>) {
  const { none, values, also = [], means = {}, named: isNamed } = more;
  const textOf = (value: unknown) => (Array.isArray(value) ? value.join(' ') : String(value));
  const name = isNamed ? row[`${key}Name`] : undefined;
  const own = values?.[String(row[key])] ?? name ?? row[key];
  const all = [
    ...[own, ...also.map((name) => row[name])].filter(isGiven).map(textOf),
    ...Object.entries(means).flatMap(([name, text]) => (row[name] === undefined ? [] : [text ?? name])),
  ];
  return all.join(', ') || none;
}

/** The name of a holder, in rows that `--names` asks for. */
const NAME = 'holderName';

/**
 * An option, because each 100 names are an entry of the audit log, and a list has no end: a script that reads one would
 * look at the names of all people.
 */
const NAMES = ['--names', 'show the names of the holders; the audit log records each look'] as const;

/** The member of a row with the id of its holder. */
const holderIn = ({ columns = [] }: AnyWords) => columns.find(([, , kind]) => kind === 'holder')?.[0];

/** The rows with the names of their holders. */
async function named(
  connection: Connection,
  rows: readonly object[],
  member: string,
): Promise<readonly object[]> {
  const idOf = (row: object) => (row as Row)[member];
  const ids = rows.map(idOf).filter((id) => typeof id === 'string');
  const names = await holderNames(connection, ids);
  return rows.map((row) => {
    const name = names.get(String(idOf(row)));
    return name === undefined ? row : { ...row, [NAME]: name };
  });
}

/** The rows as a table. */
export async function tableOf(
  { columns = [] }: AnyWords,
  rows: readonly object[],
  wide = false,
  cells: Cells = {},
): Promise<string> {
  const shown = columns.filter(([, , , more]) => wide || !more?.wide);
  const texts = (rows as readonly Row[]).map((row) =>
    shown.map((column) => {
      const byHand = cells[column[0]] as ((row: Row) => string | undefined) | undefined;
      return (byHand ? byHand(row) : cellOf(row, column)) ?? '-';
    }),
  );
  const ids = columns.flatMap(([, heading, , more]) => (more?.whole ? [heading] : []));
  const { table } = await import('../table/table.ts');
  return table(
    shown.map(([, heading]) => heading),
    texts,
    { wide, ids },
  );
}

/** A command that lists rows of a method of the admin interface; its options are the filters of the method. */
export function listCommand<Name extends MethodName>(
  method: Name,
  words: AnyWords & { readonly rows: string },
  { rowsOf, head, cells, lines, options: own = [], read }: ListParts<Name> = {},
): Command {
  const { rows: member } = words;
  const [places, filters, sorts] = [pathMembers(method), filtersOf(method), sortsOf(method)];
  const hasPages = requestMembers(method).pageToken !== undefined;
  const holder = holderIn(words);
  const withName = { ...words, columns: [[NAME, 'name'] as const, ...(words.columns ?? [])] };

  const byHand = (rows: readonly never[]) => (typeof cells === 'function' ? cells(rows) : cells);

  const list = async (...given: readonly unknown[]): Promise<void> => {
    const options = given[places.length] as ListOptions & Readonly<Record<string, string>>;
    const wanted = [
      ...places.map((place, index) => [place, given[index]]),
      ...filters.map(([filter]) => [filter, filterValue(method, filter, options[filter])]),
      ['orderBy', orderOf(words.order, options)],
    ].filter(([, value]) => value !== undefined);
    const limit = limitOf(options, words.limit);
    let more = false;
    let answer: AdminResponse<Name> | undefined;
    const rows: object[] = [];
    const request = Object.fromEntries(wanted) as AdminRequest<Name>;
    const connection = connectionOf(options);
    const answers = hasPages
      ? (read?.(connection, request, options) ?? adminPages(connection, method, request))
      : [await callAdmin(connection, method, request)];
    for await (const page of answers) {
      answer = page;
      rows.push(...(rowsOf?.(page) ?? (page as Readonly<Record<string, readonly object[]>>)[member] ?? []));
      if (rows.length < limit) continue;
      more = rows.length > limit || 'nextPageToken' in page;
      break;
    }
    if (more && options.limit === undefined)
      notice(`there are more than ${limit}; --limit shows more`, options);
    const first = rows.slice(0, limit);
    const shown = options.names && holder !== undefined ? await named(connection, first, holder) : first;
    const text = options.json
      ? ''
      : lines && !options.wide
        ? await lines(shown as never, connection, options)
        : await tableOf(options.names ? withName : words, shown, options.wide, await byHand(shown as never));
    const summary = answer && head?.(answer);
    const above = summary ? `${summary}\n` : '';
    print(hasPages ? { [member]: shown } : answer, options, () => above + text);
  };

  const command = methodCommand(method, words);
  for (const place of places) command.argument(`<${kebab(place)}>`, PLACES[place]);
  for (const [filter, description] of filters) {
    const value = isTime(method, filter) ? 'time' : 'value';
    command.option(`${SHORTER[filter] ?? ''}--${kebab(filter)} <${value}>`, description);
  }
  if (sorts.length > 0)
    command
      .addOption(new Option('--sort <field>', 'sort by this, the first or oldest first').choices(sorts))
      .option('--reverse', 'reverse the order');
  for (const option of own) command.addOption(option);
  const standard = words.limit === undefined ? '' : `; ${words.limit} when left out`;
  if (holder !== undefined) command.option(...NAMES);
  command.option(...WIDE);
  if (hasPages) command.option('--limit <rows>', `maximum number of rows${standard}`);
  return withConnection(command.action(list)).addHelpText('after', helpOf(words));
}
