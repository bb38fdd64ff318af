import type { AdminResponse } from '../../api.ts';

export type Explained = AdminResponse<'getRequest'>;
export type Handled = Explained['requests'][number];

/** An argument for a POSIX shell. */
const shellQuoted = (text: string): string =>
  /^[\w./:@=+-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The equivalent command line. */
export const explainCommand = (id: string, kind: string | undefined): string =>
  [
    'diptych explain',
    ...(id.startsWith('-') ? ['--'] : []),
    shellQuoted(id),
    ...(kind ? [`--as ${kind}`] : []),
  ].join(' ');

interface StateWords {
  readonly stateNew: string;
  readonly stateUnknown: string;
  readonly same: (state: string) => string;
}

/** `active → revoked`, or text for a new or unchanged state. */
export function statesText(
  { subject, before, after }: Handled['named'][number],
  words: StateWords,
  textOf: (subject: string, state: string) => string,
): string {
  const [was, is] = [before, after].map((state) => state && textOf(subject, state));
  if (before === after) return is === undefined ? words.stateUnknown : words.same(is);
  return `${was ?? words.stateNew} → ${is ?? words.stateUnknown}`;
}

type Line = readonly [label: string, value: string | undefined];

const block = (lines: readonly Line[]) =>
  lines.flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`])).join('\n');

/** The explanation as lines of labels and values, for a ticket or a chat. */
export const plainText = (blocks: readonly (readonly Line[])[]): string => blocks.map(block).join('\n\n');
