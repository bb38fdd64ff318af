import { freshTurn, Slices } from './event-loop-turns.ts';
import { everything, type Projection } from './fields/compile.ts';
import { printJson } from './json.ts';

/** The most items of a list that are printed at once; 2 MiB take 15 ms. */
const MOST = 100;

/**
 * Whether a message takes so long that other requests must have their turn meanwhile. To select members takes several
 * times as long as to print them.
 */
export const takesLong = (message: object, project: Projection): boolean =>
  Object.values(message).some(
    (value) => Array.isArray(value) && value.length > (project === everything ? MOST : 1),
  );

const INDENT = '  ';

/** The JSON of a value inside another one. JSON has line breaks only between tokens. */
const nested = (value: unknown, pretty: boolean, depth: number): string =>
  pretty
    ? JSON.stringify(value, null, INDENT).replaceAll('\n', `\n${INDENT.repeat(depth)}`)
    : JSON.stringify(value);

/** The same text as `printJson` makes of what is selected of a message, made in turns. */
export async function printInTurns(message: object, project: Projection, pretty: boolean): Promise<string> {
  const line = (depth: number) => (pretty ? `\n${INDENT.repeat(depth)}` : '');
  const colon = pretty ? ': ' : ':';
  await freshTurn();
  const slices = new Slices();
  const members: string[] = [];
  for (const [name, value] of Object.entries(message)) {
    /** The selected part of a value of this member; undefined if nothing is selected. */
    const part = (of: unknown) => Object.entries(project({ [name]: of }) as object)[0]?.[1];
    const start = `${line(1)}${JSON.stringify(name)}${colon}`;
    if (!Array.isArray(value) || value.length === 0) {
      const selected = part(value);
      if (selected !== undefined) members.push(`${start}${nested(selected, pretty, 1)}`);
      continue;
    }
    const items: string[] = [];
    for (const item of value) {
      const selected = part([item]);
      if (selected !== undefined) items.push(`${line(2)}${nested(selected[0], pretty, 2)}`);
      if (slices.over) await slices.next();
    }
    if (items.length > 0) members.push(`${start}[${items.join(',')}${line(1)}]`);
  }
  return members.length === 0
    ? printJson({}, pretty)
    : `{${members.join(',')}${line(0)}}${pretty ? '\n' : ''}`;
}
