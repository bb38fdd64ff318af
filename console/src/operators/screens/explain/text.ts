import { codeWords } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { upperFirst } from '../../../../../src/conventions/upper-first.ts';
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

/** `rejectProofing` as `Reject a proofing`: by the beginning of its summary, or else by its own name. */
export const operationText = (operation: string, summary?: string): string =>
  summary?.split(/[,;:(]/)[0]?.trim() ?? upperFirst(codeWords(operation.replaceAll('.', ' ')));

/** `active → revoked`, or text for a new or unchanged state. */
export function statesText(
  { before, after }: Pick<Handled['named'][number], 'before' | 'after'>,
  words: { readonly stateNew: string; readonly stateUnknown: string; same(state: string): string },
): string {
  if (before === after) return after === undefined ? words.stateUnknown : words.same(codeWords(after));
  const [was = words.stateNew, is = words.stateUnknown] = [
    before && codeWords(before),
    after && codeWords(after),
  ];
  return `${was} → ${is}`;
}

type Line = readonly [label: string, value: string | undefined];

const block = (lines: readonly Line[]) =>
  lines.flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`])).join('\n');

/** The explanation as lines of labels and values, for a ticket or a chat. */
export const plainText = (blocks: readonly (readonly Line[])[]): string => blocks.map(block).join('\n\n');
