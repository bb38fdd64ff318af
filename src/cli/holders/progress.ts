/** What a long command says meanwhile, on the error stream: one line that is overwritten, on a terminal only. */
export interface Progress {
  at(text: string): void;
  /** Clears the line. */
  end(): void;
}

export function progress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { at: () => undefined, end: () => undefined };
  const clear = '\r\u001b[K';
  return {
    at: (text) => void stream.write(`${clear}${text}`),
    end: () => void stream.write(clear),
  };
}
