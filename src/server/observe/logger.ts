import { type Logger, pino } from 'pino';

/** Lines are written together: a system call for each would cost as much as a small answer. */
const BYTES_TOGETHER = 4096;

/** Milliseconds that a line waits at most. */
const LONGEST_WAIT = 100;

/** A file, or the descriptor of one. What ends the process in any way that lets it run on finds all lines written. */
export function logDestination(dest: string | number): { write(line: string): void } {
  const destination = pino.destination({
    dest,
    sync: true,
    minLength: BYTES_TOGETHER,
    periodicFlush: LONGEST_WAIT,
  });
  process.on('exit', () => destination.flush());
  return destination;
}

let opened: ReturnType<typeof logDestination> | undefined;

/** The same for all servers of a process. */
export function standardError(): ReturnType<typeof logDestination> {
  opened ??= logDestination(2);
  return opened;
}

export function createLogger(level: string, destination = standardError()): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/** A cause by its kind; messages of our own failures are fixed words, foreign ones may quote their input. */
export function causeOf(cause: unknown): object {
  if (!(cause instanceof Error)) return {};
  const code = 'code' in cause ? { code: String(cause.code) } : {};
  return { cause: { name: cause.name, ...code } };
}

/** For failures of our own the trace is needed; its first line, the message, is left out. */
export function traceOf(cause: unknown): object {
  if (!(cause instanceof Error)) return {};
  const frames = (cause.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { ...causeOf(cause), stack: frames.slice(0, 12).join('\n') };
}
