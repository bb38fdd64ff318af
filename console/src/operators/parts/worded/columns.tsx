import { words } from 'virtual:contract';
import type { ReactNode } from 'react';
import type { RowOf, Column as WordedColumn } from '../../../../../src/admin/contract/words.ts';
import { numberFormat } from '../../../../../src/conventions/intl-formats.ts';
import { upperFirst } from '../../../../../src/conventions/upper-first.ts';
import { Id } from '../../../kit/id.tsx';
import type { Column } from '../../../kit/table.tsx';
import { formattingLocale, Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { MethodName } from '../../api.ts';
import { IdLink, isLinked, PLACES } from '../id-link.tsx';
import { Person } from '../people/person.tsx';
import { StateBadge } from '../states.tsx';

type Row = Readonly<Record<string, unknown>>;

/** A heading or a sentence of the words of the contract. */
export function useWord() {
  const { common } = useMessages();
  return (text: string): string => common.word(upperFirst(text));
}

/** The heading of a member of a row, for where it is shown outside of its list. */
export function useHeading<Name extends MethodName>(method: Name) {
  const word = useWord();
  return (key: keyof RowOf<Name> & string): string =>
    word(words[method]?.columns?.find(([name]) => name === key)?.[1] ?? key);
}

interface CellProps {
  readonly value: unknown;
  readonly column: WordedColumn<string>;
  readonly noun: string;
  /** The holder of the row, and the type of the document. */
  readonly owner?: string | undefined;
  readonly documentType?: string | undefined;
}

/** A value as its kind says. */
function Cell({
  value,
  column: [, , kind = 'text', { none, values } = {}],
  noun,
  owner,
  documentType,
}: CellProps): ReactNode {
  const word = useWord();
  if (value === undefined) {
    if (none === undefined) return <span className="soft none">–</span>;
    return <span className={none.includes(' ') ? 'noun' : undefined}>{word(none)}</span>;
  }
  const text = String(value);
  switch (kind) {
    case 'text':
      return values?.[text] === undefined ? text : word(values[text]);
    case 'list':
      return (value as readonly string[]).join(', ') || '–';
    case 'number':
      return numberFormat(formattingLocale()).format(value as number);
    case 'state':
      return <StateBadge of={noun} state={text} />;
    case 'time':
    case 'ago':
      return <Time at={text} isRelative={kind === 'ago'} />;
    case 'id':
      return <Id value={text} />;
    case 'approval':
    case 'credential':
    case 'device':
    case 'holder':
    case 'oauthClient':
    case 'proofing':
    case 'user':
      return <IdLink to={kind} id={text} owner={owner} documentType={documentType} />;
  }
}

const textIn = (row: Row, key: string): string | undefined =>
  typeof row[key] === 'string' ? row[key] : undefined;

/** What belongs to a holder, by the name of the holder. */
function Owned({
  row: { id, holderId },
  column,
}: {
  readonly row: Row;
  readonly column: WordedColumn<string>;
}) {
  const [, , kind = ''] = column;
  if (typeof holderId !== 'string' || !isLinked(kind)) return <Cell value={id} column={column} noun="" />;
  return <Person id={holderId} link={{ to: PLACES[kind], id: String(id) }} shownId={String(id)} />;
}

export interface ColumnChanges<Name extends MethodName> {
  /** The column that says what the row is. */
  readonly name?: keyof RowOf<Name> & string;
  /** Columns that the place of the list already shows. */
  readonly without?: readonly (keyof RowOf<Name> & string)[];
  /** Cells that are more than their kind says. */
  readonly cells?: { readonly [Key in keyof RowOf<Name>]?: (row: RowOf<Name>) => ReactNode };
  /** Columns that are shown only if the person chooses them. */
  readonly extra?: readonly (keyof RowOf<Name> & string)[];
  /** Columns before all others. */
  readonly first?: readonly Column<RowOf<Name>>[];
  /** Columns that are no members of a row. */
  readonly more?: readonly Column<RowOf<Name>>[];
}

/** The columns of a list, from its words. The name of the holder leads to what belongs to the holder, in place of two ids. */
export function useColumns<Name extends MethodName>(
  method: Name,
  { name, without = [], cells = {}, extra = [], first = [], more = [] }: ColumnChanges<Name> = {},
): readonly Column<RowOf<Name>>[] {
  const word = useWord();
  const { noun = '', columns = [] } = words[method] ?? {};
  const isShown = ([key]: WordedColumn<string>) => !(without as readonly string[]).includes(key);
  const all = columns.filter(isShown);
  const isOwned =
    all.some(([key]) => key === 'holderId') &&
    all.some(([key, , kind = '']) => key === 'id' && isLinked(kind));
  const listed = isOwned ? all.filter(([key]) => key !== 'holderId') : all;
  const own = listed.map((column): Column<RowOf<Name>> => {
    const [key, heading, kind] = column;
    const byHand = cells[key as keyof RowOf<Name>];
    const cell = (row: RowOf<Name>) =>
      isOwned && key === 'id' ? (
        <Owned row={row as Row} column={column} />
      ) : (
        <Cell
          value={(row as Row)[key]}
          column={column}
          noun={noun}
          owner={textIn(row as Row, 'holderId')}
          documentType={textIn(row as Row, 'documentType')}
        />
      );
    const isNumber = kind === 'number' && byHand === undefined;
    const isExtra = (extra as readonly string[]).includes(key);
    return { key, head: word(heading), cell: byHand ?? cell, isNumber, isExtra, isTitle: key === name };
  });
  return [...first, ...own, ...more];
}

/** The rows of an answer. */
export const rowsIn = <Name extends MethodName>(method: Name, answer: object): readonly RowOf<Name>[] =>
  (answer as Readonly<Record<string, readonly RowOf<Name>[]>>)[words[method]?.rows ?? ''] ?? [];
