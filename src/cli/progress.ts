/** The progress of a long command, on standard error. */
export interface Progress {
  at(text: string): void;
  end(): void;
}

const CLEAR = '\r\u001b[K';

/** Milliseconds between two lines without a terminal. */
const PAUSE = 10_000;

/** One line that overwrites itself. */
function onTerminal(stream: NodeJS.WriteStream): Progress {
  return {
    at: (text) => void stream.write(`${CLEAR}${text}`),
    end: () => void stream.write(CLEAR),
  };
}

/** A line every few seconds, for a log; none for a short command. */
function inLog(stream: NodeJS.WriteStream, now: () => number): Progress {
  let next = now() + PAUSE;
  return {
    at: (text) => {
      if (now() < next) return;
      next = now() + PAUSE;
      stream.write(`${text}\n`);
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

/** For `--json`, where standard error is for JSON only. */
export const SILENT: Progress = { at: () => undefined, end: () => undefined };
