import { type ReactNode, useEffect, useRef } from 'react';

export interface Column<Row> {
  readonly key: string;
  readonly head: string;
  /** A shorter heading. On narrow windows each row repeats the headings; there this one is shown in place of `head`. */
  readonly short?: string | undefined;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  /** The rows stand in the order of its values, the largest first. */
  readonly isOrder?: boolean;
  /** What the row is: it leads the row on narrow windows, where rows are lists. */
  readonly isTitle?: boolean;
  /** Shown only if the person chooses it. */
  readonly isExtra?: boolean;
}

interface TableProps<Row> {
  /** Accessible name of the table. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Stands below the rows, with this text in place of its first cell. */
  readonly total?: { readonly row: Row; readonly text: string } | undefined;
  /** Key of the row that keyboard navigation is at. */
  readonly current?: string | undefined;
  /** Adds a column of checkboxes. */
  readonly choice?: {
    readonly chosen: ReadonlySet<string>;
    readonly label: (row: Row) => string;
    readonly onChange: (chosen: ReadonlySet<string>) => void;
    readonly allLabel: string;
  };
}

/** A table. On narrow windows each row becomes a list of labels and values. */
export function Table<Row>({ caption, columns, rows, rowKey, total, current, choice }: TableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    if (current === undefined) return;
    body.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const all = rows.map(rowKey);
  const isAll = choice !== undefined && all.length > 0 && all.every((key) => choice.chosen.has(key));
  const toggle = (key: string) => {
    if (!choice) return;
    const next = new Set(choice.chosen);
    if (!next.delete(key)) next.add(key);
    choice.onChange(next);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keys.
    <section className="table-frame" aria-label={caption} tabIndex={0}>
      <table className="table">
        <caption className="hidden-visually">{caption}</caption>
        <thead>
          <tr>
            {choice && (
              <th scope="col" className="choose">
                <input
                  type="checkbox"
                  aria-label={choice.allLabel}
                  checked={isAll}
                  onChange={() => choice.onChange(new Set(isAll ? [] : all))}
                />
              </th>
            )}
            {columns.map(({ key, head, isNumber, isOrder }) => (
              <th
                key={key}
                scope="col"
                className={isNumber ? 'number' : undefined}
                aria-sort={isOrder ? 'descending' : undefined}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => {
            const key = rowKey(row);
            return (
              <tr key={key} aria-current={key === current ? 'true' : undefined}>
                {choice && (
                  <td className="choose">
                    <input
                      type="checkbox"
                      aria-label={choice.label(row)}
                      checked={choice.chosen.has(key)}
                      onChange={() => toggle(key)}
                    />
                  </td>
                )}
                {columns.map(({ key: name, head, short = head, cell, isNumber, isTitle }) => (
                  <td
                    key={name}
                    data-label={short}
                    className={isNumber ? 'number' : isTitle ? 'title' : undefined}
                  >
                    {cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              {columns.map(({ key, head, cell, isNumber }, index) =>
                index === 0 ? (
                  <th key={key} scope="row">
                    {total.text}
                  </th>
                ) : (
                  <td key={key} data-label={head} className={isNumber ? 'number' : undefined}>
                    {isNumber && cell(total.row)}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
