/** Values in one statement: stays below the parameter limits of the databases. */
const CHUNK = 500;

/** Runs the query for parts of the values, one after the other, and joins the answers. */
export async function inChunks<Value, Row>(
  values: readonly Value[],
  query: (part: readonly Value[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let first = 0; first < values.length; first += CHUNK) {
    rows.push(...(await query(values.slice(first, first + CHUNK))));
  }
  return rows;
}
