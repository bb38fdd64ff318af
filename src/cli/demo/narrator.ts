import type { Exchange } from '../../wallet/index.ts';

/** Tells the story step by step on the standard output. */
export interface Narrator {
  /** A numbered step. */
  step(text: string): void;
  /** What came of it. */
  result(text: string): void;
  /** What went over the wire; shown when it was asked for. */
  exchange(exchange: Exchange): void;
  /** Paths that were called so far. */
  readonly paths: ReadonlySet<string>;
}

/** Longest text that is shown of a value: ciphertexts are long and say nothing. */
const SHOWN = 72;

function shortened(json: string): string {
  const shorten = (_name: string, value: unknown) =>
    typeof value === 'string' && value.length > SHOWN ? `${value.slice(0, SHOWN)}… (${value.length})` : value;
  return JSON.stringify(JSON.parse(json, shorten), null, 2).replace(/^/gm, '      ');
}

export function narrator(verbose: boolean, write: (text: string) => void): Narrator {
  let steps = 0;
  const paths = new Set<string>();
  return {
    paths,
    step(text) {
      steps += 1;
      write(`\n${String(steps).padStart(2)}  ${text}\n`);
    },
    result(text) {
      write(`    → ${text}\n`);
    },
    exchange({ url, request, answer, milliseconds }) {
      const path = new URL(url).pathname;
      paths.add(path);
      if (!verbose) return;
      write(`    POST ${path}  (${milliseconds.toFixed(1)} ms)\n${shortened(request)}\n`);
      if (answer) write(`    ${answer.status}\n${shortened(answer.text)}\n`);
    },
  };
}
