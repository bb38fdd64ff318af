import { type WireExchange, wireLines } from './http.ts';

/** Prints the story step by step to standard output. */
export interface Narrator {
  /** A part of the story; its steps are numbered from 1. */
  chapter(title: string): void;
  /** A numbered step. */
  step(text: string): void;
  /** The result of the step. */
  result(text: string): void;
  /** Output to show: a table, the text of a page. */
  show(text: string): void;
  /** A request and its response; printed with --verbose. */
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
