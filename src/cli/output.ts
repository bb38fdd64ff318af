import { withTypedCommands } from '../conventions/command-names.ts';
import { oneLine, severalLines } from '../conventions/printable.ts';
import { commandLike } from '../server/process/own-command.ts';
import { zoned } from './table/time-text.ts';

// Only this file writes to the terminal: a text may come from somebody else, and a terminal obeys control characters.
// test/attacks/text-on-the-terminal.test.ts looks for others.

/** Prints data as it is. */
export const writeOut = (text: string): void => void process.stdout.write(severalLines(text));

/** What the person typed behind `diptych`. */
let given: readonly string[] = [];

export const answerTo = (args: readonly string[]): void => {
  given = args;
};

const typed = (text: string) => withTypedCommands(text, commandLike(given));

/** Prints a text for a person; commands in it work where that person is, on the same server. */
export const writeText = (text: string): void => writeOut(typed(text));
export const writeError = (text: string): void => void process.stderr.write(severalLines(typed(text)));

/** Prints JSON to standard error. */
export const writeErrorJson = (value: object): void =>
  void process.stderr.write(severalLines(`${JSON.stringify(value)}\n`));

/** Prints JSON with `--json`, otherwise text. */
export function print(answer: unknown, { json }: { readonly json?: boolean }, text: () => string): void {
  if (json) writeOut(`${JSON.stringify(answer, null, 2)}\n`);
  else writeText(`${text()}\n`);
}

type Fact = readonly [name: string, value: string];

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

/** The values in an answer with their paths, such as `dates[0].time`. A list of plain values is one value. */
function factsOf(value: unknown, path: string): readonly Fact[] {
  if (typeof value === 'string') return [[path, zoned(oneLine(value))]];
  if (isPlain(value)) return [[path, JSON.stringify(value)]];
  if (Array.isArray(value)) {
    if (value.every(isPlain)) return [[path, oneLine(value.join(', '))]];
    return value.flatMap((element, index) => factsOf(element, `${path}[${index}]`));
  }
  const prefix = path === '' ? '' : `${path}.`;
  return Object.entries(value as object).flatMap(([name, member]) => factsOf(member, prefix + oneLine(name)));
}

/** The values in an answer, one per line, with times in the time zone of this machine. */
export function facts(answer: object): string {
  const found = factsOf(answer, '');
  const width = Math.max(...found.map(([name]) => name.length));
  return found.map(([name, value]) => `${name.padEnd(width)}  ${value}`.trimEnd()).join('\n');
}

/** Prints a warning to standard error, as JSON with `--json`; the command continues. */
export function notice(text: string, { json = false }: { readonly json?: boolean | undefined } = {}): void {
  if (json) writeErrorJson({ notice: { message: text } });
  else writeError(`diptych: ${text}\n`);
}

/** The progress of a long command, on standard error. */
export interface Progress {
  at(text: string): void;
  end(): void;
}

const CLEAR = '\r\u001b[K';

/** Milliseconds between two lines without a terminal. */
const PAUSE = 10_000;

/** Shows progress in one line that is overwritten each time. */
function onTerminal(stream: NodeJS.WriteStream): Progress {
  return {
    at: (text) => void stream.write(`${CLEAR}${oneLine(text)}`),
    end: () => void stream.write(CLEAR),
  };
}

/** Prints a line every few seconds for a log; a short command prints none. */
function inLog(stream: NodeJS.WriteStream, now: () => number): Progress {
  let next = now() + PAUSE;
  return {
    at: (text) => {
      if (now() < next) return;
      next = now() + PAUSE;
      stream.write(`${oneLine(text)}\n`);
    },
    end: () => undefined,
  };
}

/** `now` in milliseconds. */
export function progress(
  stream: NodeJS.WriteStream = process.stderr,
  now = () => performance.now(),
): Progress {
  return stream.isTTY ? onTerminal(stream) : inLog(stream, now);
}

/** For `--json`: standard error then has only JSON. */
export const SILENT: Progress = { at: () => undefined, end: () => undefined };

/** `1 group`, `2 groups` */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
