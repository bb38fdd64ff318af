import { type WireExchange, wireLines } from './http.ts';

/** Tells the story step by step on the standard output. */
export interface Narrator {
  /** A part of the story; its steps are counted anew. */
  chapter(title: string): void;
  /** A numbered step. */
  step(text: string): void;
  /** What came of it. */
  result(text: string): void;
  /** What there was to be seen: a table, the words of a page. */
  show(text: string): void;
  /** What went over the wire; shown when it was asked for. */
  exchange(exchange: WireExchange): void;
}

export function narrator(verbose: boolean, write: (text: string) => void): Narrator {
  let steps = 0;
  const block = (lines: readonly string[], indent: string) =>
    write(lines.map((line) => `${indent}${line}`.trimEnd().concat('\n')).join(''));
  return {
    chapter(title) {
      steps = 0;
      write(`\n${title}\n${'─'.repeat(title.length)}\n`);
    },
    step(text) {
      steps += 1;
      write(`\n${String(steps).padStart(2)}  ${text}\n`);
    },
    result(text) {
      write(`    → ${text}\n`);
    },
    show(text) {
      block(text.split('\n'), '      ');
    },
    exchange(exchange) {
      if (verbose) block(wireLines(exchange), '    ');
    },
  };
}
