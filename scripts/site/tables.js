/** A table that needs more characters in a line is shown row by row on a phone. */
const MOST_CHARACTERS = 60;

const ROLES = {
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  th: 'columnheader',
  td: 'cell',
};

/** The tokens of each table. */
function tablesOf(tokens) {
  const starts = tokens.flatMap(({ type }, index) => (type === 'table_open' ? [index] : []));
  return starts.map((start) =>
    tokens.slice(
      start,
      tokens.findIndex(({ type }, i) => i > start && type === 'table_close'),
    ),
  );
}

/** The cells of a table by rows: the token that opens a cell and its contents. */
function rowsOf(table) {
  const rows = [];
  for (const [index, token] of table.entries()) {
    if (token.type === 'tr_open') rows.push([]);
    if (/^t[hd]_open$/.test(token.type)) rows.at(-1).push({ token, content: table[index + 1].content });
  }
  return rows;
}

/** Marks tables that are too wide for a phone, and gives their cells the names of their columns. */
export function markWideTables(tokens) {
  for (const table of tablesOf(tokens)) {
    const [heads, ...rows] = rowsOf(table);
    const widths = heads.map((_, column) => Math.max(...rows.map((cells) => cells[column].content.length)));
    const width = widths.reduce((sum, each) => sum + each, 0);
    if (heads.length < 3 || width <= MOST_CHARACTERS) continue;
    table[0].attrSet('class', 'wide');
    for (const cells of rows)
      for (const [column, { token }] of cells.entries()) token.attrSet('data-label', heads[column].content);
    // As blocks, the elements would lose these roles.
    for (const token of table)
      if (token.nesting === 1 && ROLES[token.tag]) token.attrSet('role', ROLES[token.tag]);
  }
}
