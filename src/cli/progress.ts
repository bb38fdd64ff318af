/** What a long command says meanwhile, on the error stream. */
export interface Progress {
  at(text: string): void;
  end(): void;
}

const CLEAR = '\r\u001b[K';

/** Between two lines where there is no terminal, in milliseconds. */
const PAUSE = 10_000;

/** One line that is overwritten. */
function onTerminal(stream: NodeJS.WriteStream): Progress {
  return {
    at: (text) => void stream.write(`${CLEAR}${text}`),
    end: () => void stream.write(CLEAR),
  };
}

/** A line now and then, for a log; none for what is done soon. */
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

/** Where the error stream is for JSON alone. */
export const SILENT: Progress = { at: () => undefined, end: () => undefined };
