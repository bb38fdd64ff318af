import { freshTurn, Slices } from './event-loop-turns.ts';

/** Shorter lists take less than a millisecond. */
const LONG = 100;

const isLong = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > LONG;

/** Whether printing the message takes so long that other requests must have their turn meanwhile. */
export const hasLongList = (message: object): boolean => Object.values(message).some(isLong);

const INDENT = '  ';

/** The JSON of a value inside another one. JSON has line breaks only between tokens. */
const nested = (value: unknown, pretty: boolean, depth: number): string =>
  pretty
    ? JSON.stringify(value, null, INDENT).replaceAll('\n', `\n${INDENT.repeat(depth)}`)
    : JSON.stringify(value);

/** The same text as `printJson` makes of a message with long lists, made in turns. */
export async function printInTurns(message: object, pretty: boolean): Promise<string> {
  const line = (depth: number) => (pretty ? `\n${INDENT.repeat(depth)}` : '');
  const colon = pretty ? ': ' : ':';
  await freshTurn();
  const slices = new Slices();
  const members: string[] = [];
  for (const [name, value] of Object.entries(message)) {
    if (value === undefined) continue;
    const start = `${line(1)}${JSON.stringify(name)}${colon}`;
    if (!isLong(value)) {
      members.push(`${start}${nested(value, pretty, 1)}`);
      continue;
    }
    const items: string[] = [];
    for (const item of value) {
      items.push(`${line(2)}${nested(item, pretty, 2)}`);
      if (slices.over) await slices.next();
    }
    members.push(`${start}[${items.join(',')}${line(1)}]`);
  }
  return `{${members.join(',')}${line(0)}}${pretty ? '\n' : ''}`;
}
