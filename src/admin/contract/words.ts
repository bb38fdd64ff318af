import type { Panel } from '../../conventions/panel.ts';
import type { AdminResponse, MethodName } from './index.ts';

/** How a value is shown. A page of the console links what is the id of a resource. */
export type Kind =
  | 'text'
  | 'list'
  | 'number'
  | 'state'
  | 'time'
  | 'ago'
  | 'id'
  | 'approval'
  | 'credential'
  | 'device'
  | 'holder'
  | 'oauthClient'
  | 'proofing'
  | 'user';

interface More<Key extends string> {
  /** Only `--wide` shows it on a terminal. */
  readonly wide?: true;
  /** No list is searched for the start of this id, so it is cut only if it is very long. */
  readonly whole?: true;
  /** The id of a user, whose email the row has as `${key}Name`. */
  readonly named?: true;
  /** Shown instead if the row has no value. In several words it says what is missing, so phones leave out its heading. */
  readonly none?: string;
  /** The words for a value that is no text. */
  readonly values?: Readonly<Record<string, string>>;
  /** Members that are shown behind the value, if the row has them. */
  readonly also?: readonly Key[];
  /** Members with what their presence means. */
  readonly means?: { readonly [Name in Key]?: string };
}

/** The member of a row, the heading, and the kind. */
export type Column<Key extends string> = readonly [key: Key, heading: string, kind?: Kind, more?: More<Key>];

/** How a member of a request is given on the command line. */
export interface Field {
  /** Its option, or its argument in place of an option. */
  readonly option?: string;
  readonly argument?: string;
  /** One text that says what it is; else that of the contract. */
  readonly help?: string;
  /** `list` may be given several times. A `file` is read, a `json` parsed, a `password` read from the standard input. */
  readonly kind?: 'date' | 'duration' | 'file' | 'flag' | 'json' | 'list' | 'password';
  readonly required?: true;
  readonly standard?: string;
  /** The value that leaves the member out. */
  readonly absent?: string;
  /** The dialog asks for a choice, also if it is to leave the member out. */
  readonly asks?: true;
  /** Its label in the dialog of the console; without one it is not in the dialog. */
  readonly label?: string;
  /** The interface without which it is not in the dialog. */
  readonly panel?: Panel;
  readonly hint?: string;
  /** The words for its choices. */
  readonly choices?: Readonly<Record<string, string>>;
}

interface Common {
  /** What the help says in place of the summary of the contract. */
  readonly summary?: string;
  /** What else the help says. */
  readonly note?: string;
  readonly examples: readonly string[];
}

/** The rows of a list. */
export type RowOf<Name extends MethodName> = {
  [Member in RowMember<AdminResponse<Name>>]: NonNullable<
    AdminResponse<Name>[Member]
  > extends readonly (infer Row)[]
    ? Row
    : never;
}[RowMember<AdminResponse<Name>>];

type RowMember<Answer> = {
  [Member in keyof Answer]-?: NonNullable<Answer[Member]> extends readonly object[] ? Member : never;
}[keyof Answer];

type KeyOf<Rows> = Rows extends readonly (infer Row)[] ? keyof Row & string : never;

/** A list: the member of the answer with its rows, and their columns. */
type ListWords<Answer> = {
  [Member in RowMember<Answer>]: {
    readonly rows: Member;
    readonly columns: readonly Column<KeyOf<Answer[Member]>>[];
    /** The usual order; by the state that is asked for, if it depends on that. */
    readonly order?: string | Readonly<Record<string, string>>;
    /** How many rows the command shows at first. */
    readonly limit?: number;
  };
}[RowMember<Answer>];

/** An action, and its dialog in the console, if it has one. */
interface ActionWords {
  /** Its name, on buttons. */
  readonly name?: string;
  /** The title of its dialog, if it is more than the name. */
  readonly ask?: string;
  /** What it does, for the person who is asked. */
  readonly effect?: string;
  /** What it acts on, if that is not one of the resource. */
  readonly noun?: string;
  /** What was done, with members of the answer in braces; `{it}` is the id, or `the hold` in the console. Without it all members are shown. */
  readonly done?: string;
  /** What the command asks, in place of its summary with the ids. */
  readonly question?: string;
  readonly fields?: Readonly<Record<string, Field>>;
  /** It takes one subject, not several. */
  readonly one?: true;
}

type MethodWords<Name extends MethodName> = Common &
  (ListWords<AdminResponse<Name>> | (ActionWords & { readonly rows?: never }));

/** What operators read about a resource: in the help and in the output of commands, and in the console. */
export interface ResourceWords {
  /** What it is, in the help of its commands. */
  readonly about: string;
  /** One of them, as in `the credential`. */
  readonly noun: string;
  readonly methods: { readonly [Name in MethodName]?: MethodWords<Name> };
}

/** The words of a method, whatever it is. */
export interface AnyWords extends Common, Partial<ActionWords> {
  readonly rows?: string;
  readonly columns?: readonly Column<string>[];
  readonly order?: string | Readonly<Record<string, string>>;
  readonly limit?: number;
}

/** What mobile security objects are called: with the abbreviation where a screen, a help or an answer names them first. */
export const SIGNED_DOCUMENTS = {
  first: 'signed documents (MSOs)',
  many: 'signed documents',
  one: 'signed document',
} as const;

/** What the channels of credentials are called. */
export const CHANNEL_WORDS = { walletPlatform: 'wallet platform', openid4vci: 'OpenID4VCI' } as const;
