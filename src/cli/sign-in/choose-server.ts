import { UsageError } from '../cli-errors.ts';
import { type Contexts, checkedName, contextIn, type Interface, type Place } from './contexts.ts';
import { readContexts } from './contexts-file.ts';

/**
 * Where commands find the server and the credential; the first that is given wins. A test compares the table in
 * docs/integrate/command-line.md.
 */
export const PRECEDENCE = {
  admin: {
    server: [
      '--admin-url',
      '--admin-port',
      'DIPTYCH_ADMIN_URL',
      'DIPTYCH_ADMIN_PORT',
      '--data',
      'DIPTYCH_DATA',
      '--context',
      'DIPTYCH_CONTEXT',
      'the current context',
      'diptych-data',
    ],
    credential: [
      '--token',
      '--as-admin',
      '--token-file',
      'DIPTYCH_ADMIN_TOKEN',
      'DIPTYCH_TOKEN_FILE',
      'the context of the server',
      'operator.token',
      'admin.token',
    ],
  },
  mediation: {
    server: [
      '--base-url',
      '--data',
      'DIPTYCH_BASE_URL',
      'DIPTYCH_DATA',
      '--context',
      'DIPTYCH_CONTEXT',
      'the current context',
      'diptych-data',
    ],
    credential: ['--token', 'DIPTYCH_TOKEN', 'the context of the server'],
  },
} as const satisfies Readonly<
  Record<Interface, { readonly server: readonly string[]; readonly credential: readonly string[] }>
>;

type Row =
  | (typeof PRECEDENCE)[Interface]['server'][number]
  | (typeof PRECEDENCE)[Interface]['credential'][number];

/** What each row of the table gives; a row without anything gives undefined. */
type Given = Readonly<Partial<Record<Row, () => string | undefined>>>;

interface Found {
  readonly by: Row;
  readonly value: string;
}

/** The first row that gives something. */
function firstOf(rows: readonly Row[], given: Given): Found | undefined {
  for (const by of rows) {
    const value = given[by]?.();
    if (value !== undefined && value !== '') return { by, value };
  }
  return undefined;
}

/** The context of a command. */
export interface ChosenServer {
  readonly name: string;
  readonly by: ContextRow;
  readonly place: Place;
}

type ContextRow = '--context' | 'DIPTYCH_CONTEXT' | 'the current context';

const LOGIN: Readonly<Record<Interface, string>> = {
  admin: 'diptych login --admin-url URL',
  mediation: 'diptych mediation login --base-url URL',
};

/** The command that signs in again. */
export const loginAt = (kind: Interface, name: string): string =>
  `diptych ${kind === 'admin' ? 'login' : 'mediation login'} --context ${name}`;

/** @throws UsageError if there is no such context, or if nobody has signed in there at this interface */
function named(kind: Interface, all: Contexts, name: string, by: ContextRow): ChosenServer {
  const context = contextIn(all, checkedName(name));
  if (context === undefined)
    throw new UsageError(`${by}: there is no context ${name}; diptych contexts list shows them`);
  const place = context[kind];
  if (place !== undefined) return { name, by, place };
  throw new UsageError(
    `nobody has signed in at the ${kind} interface of the context ${name}; run ${LOGIN[kind]} --context ${name}`,
  );
}

/** The current context, if it has this interface. It is not named by the user, so it is no error if it has not. */
function currentOf(kind: Interface, all: Contexts): ChosenServer | undefined {
  const { current: name } = all;
  const place = name === undefined ? undefined : contextIn(all, name)?.[kind];
  return name === undefined || place === undefined ? undefined : { name, by: 'the current context', place };
}

interface ContextOptions {
  readonly context?: string;
}

export interface Server {
  readonly url: string;
  /** The row that gave the address. */
  readonly by: Row;
  /** The context whose sign-in is for this address. */
  readonly context?: ChosenServer;
}

interface Choice {
  readonly kind: Interface;
  readonly options: ContextOptions;
  readonly environment: NodeJS.ProcessEnv;
  /** Something else names a server or a credential, so that only --context is looked at. */
  readonly onlyTyped: boolean;
}

/** How each row of the table finds a context. */
function rowsOf({ kind, options, environment, onlyTyped }: Choice) {
  const { context: typed } = options;
  const ofVariable = onlyTyped ? undefined : environment.DIPTYCH_CONTEXT;
  const all = () => readContexts(environment);
  return {
    '--context': () => (typed === undefined ? undefined : named(kind, all(), typed, '--context')),
    DIPTYCH_CONTEXT: () => (ofVariable ? named(kind, all(), ofVariable, 'DIPTYCH_CONTEXT') : undefined),
    'the current context': () => (onlyTyped ? undefined : currentOf(kind, all())),
  } satisfies Readonly<Record<ContextRow, () => ChosenServer | undefined>>;
}

/** The context by the table. @throws UsageError if it is named and cannot be used */
export function chosenContext(choice: Choice): ChosenServer | undefined {
  for (const find of Object.values(rowsOf(choice))) {
    const chosen = find();
    if (chosen) return chosen;
  }
  return undefined;
}

interface ServerChoice extends Choice {
  /** The rows without contexts. */
  readonly given: Given;
  /** The address in the form in which contexts have it. @throws UsageError if it is none */
  readonly checked: (address: string) => string;
}

/** The server by the table. @throws UsageError if --context and another option or variable name two servers */
export function serverOf({ given, checked, ...choice }: ServerChoice): Server | undefined {
  const rows = rowsOf(choice);
  let context: ChosenServer | undefined;
  const addresses = Object.entries(rows).map(([row, find]) => [
    row,
    () => {
      context = find();
      return context?.place.url;
    },
  ]);
  const found = firstOf(PRECEDENCE[choice.kind].server, { ...given, ...Object.fromEntries(addresses) });
  if (found === undefined) return undefined;
  const url = checked(found.value);
  const { by } = found;
  if (context !== undefined) return { url, by, context };
  const typed = rows['--context']();
  if (typed === undefined) return { url, by };
  if (typed.place.url === url) return { url, by, context: typed };
  throw new UsageError(`${by} and --context ${typed.name} name two servers; leave one out`);
}
