import { type Logger, pino } from 'pino';

/** Lines are written in batches, because a system call for each would take as long as a small answer. */
const BYTES_TOGETHER = 4096;

/** Maximum time in milliseconds that a line waits for its batch. */
const LONGEST_WAIT = 100;

/** Writes to a file or descriptor. All lines are written on exit, unless the process is killed. */
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

/** Shared by all servers of a process. */
function standardError(): ReturnType<typeof logDestination> {
  opened ??= logDestination(2);
  return opened;
}

export function createLogger(level: string, destination = standardError()): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/** Only the kind of an error, because messages of libraries may quote personal data. */
export function causeOf(cause: unknown): object {
  if (!(cause instanceof Error)) return {};
  const code = 'code' in cause ? { code: String(cause.code) } : {};
  return { cause: { name: cause.name, ...code } };
}

/** Adds the stack of an internal failure, without its first line, which is the message. */
export function traceOf(cause: unknown): object {
  if (!(cause instanceof Error)) return {};
  const frames = (cause.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { ...causeOf(cause), stack: frames.slice(0, 12).join('\n') };
}
