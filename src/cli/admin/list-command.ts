import { type Command, Option } from 'commander';
import type { AdminResponse, MethodName } from '../../admin/contract/index.ts';
import { UsageError } from '../failures.ts';
import { WIDE } from '../options.ts';
import { notice, print } from '../output.ts';
import { adminPages } from './client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from './connection.ts';
import { methodCommand, pathMembers, requestMembers } from './method-command.ts';

type RowOf<
  N extends MethodName,
  Member extends keyof AdminResponse<N>,
> = AdminResponse<N>[Member] extends readonly (infer Row)[] ? Row : never;

interface List<N extends MethodName, Member extends keyof AdminResponse<N> & string> {
  readonly method: N;
  /** The list in the answer. */
  readonly member: Member;
  /** Text of each column by its heading. */
  readonly columns: Readonly<Record<string, (row: RowOf<N, Member>) => string | undefined>>;
  /** Headings of columns that only --wide shows. */
  readonly wideOnly?: readonly string[];
  /** Headings of columns with ids that no command completes. */
  readonly ids?: readonly string[];
  /** The default order with these filters, and its text in the help. */
  readonly order?: (filters: Filters) => string;
  readonly ordered?: string;
  /** Default of --limit. */
  readonly limit?: number;
  readonly examples: string;
}

type Filters = Readonly<Record<string, string | undefined>>;

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly limit?: string;
  readonly wide?: boolean;
  readonly sort?: string;
  readonly reverse?: boolean;
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

/** Fields that the method sorts by. */
function sortsOf(method: MethodName): readonly string[] {
  return (requestMembers(method).orderBy?.enum ?? []).filter((order) => !order.endsWith(' desc'));
}

const reversed = (order: string) =>
  order.endsWith(' desc') ? order.slice(0, -' desc'.length) : `${order} desc`;

function orderOf(order: List<never, never>['order'], options: Options & Filters): string | undefined {
  const wanted = options.sort ?? order?.(options);
  return wanted !== undefined && options.reverse ? reversed(wanted) : wanted;
}

function limitOf({ limit }: Options, standard = Number.POSITIVE_INFINITY): number {
  if (limit === undefined) return standard;
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw new UsageError('--limit takes a number of rows');
  return Number(limit);
}

/** A command that lists rows of a method of the admin interface; its options are the filters of the method. */
export function listCommand<N extends MethodName, Member extends keyof AdminResponse<N> & string>({
  method,
  member,
  columns,
  wideOnly = [],
  ids = [],
  order,
  ordered,
  limit: shownRows,
  examples,
}: List<N, Member>): Command {
  const [places, filters, sorts] = [pathMembers(method), filtersOf(method), sortsOf(method)];

  const list = async (...given: readonly unknown[]): Promise<void> => {
    const options = given[places.length] as Options & Readonly<Record<string, string>>;
    const wanted = [
      ...places.map((place, index) => [place, given[index]]),
      ...filters.map(([filter]) => [filter, options[filter]]),
      ['orderBy', orderOf(order, options)],
    ].filter(([, value]) => value !== undefined);
    const limit = limitOf(options, shownRows);
    let more = false;
    const rows: RowOf<N, Member>[] = [];
    for await (const page of adminPages(
      connectionOf(options),
      method,
      Object.fromEntries(wanted) as object,
    )) {
      rows.push(...(page[member] as readonly RowOf<N, Member>[]));
      if (rows.length < limit) continue;
      more = rows.length > limit || 'nextPageToken' in page;
      break;
    }
    if (more && options.limit === undefined)
      notice(`there are more than ${limit}; --limit shows more`, options);
    const shown = rows.slice(0, limit);
    const headings = Object.keys(columns).filter((name) => options.wide || !wideOnly.includes(name));
    const cells = shown.map((row) => headings.map((name) => columns[name]?.(row) ?? '-'));
    const { table } = await import('../table/table.ts');
    print({ [member]: shown }, options, () => table(headings, cells, { wide: options.wide, ids }));
  };

  const command = methodCommand(method);
  for (const place of places) command.argument(`<${kebab(place)}>`);
  for (const [filter, description] of filters) {
    command.option(`${SHORTER[filter] ?? ''}--${kebab(filter)} <value>`, description);
  }
  if (sorts.length > 0)
    command
      .addOption(new Option('--sort <field>', 'sort by this, the first or oldest first').choices(sorts))
      .option('--reverse', 'reverse the order');
  const standard = shownRows === undefined ? '' : `; ${shownRows} when left out`;
  command.option(...WIDE);
  command.option('--limit <rows>', `maximum number of rows${standard}`).action(list);
  return withConnection(command).addHelpText(
    'after',
    `${ordered === undefined ? '' : `\n${ordered}\n`}\nExamples:\n${examples}`,
  );
}
