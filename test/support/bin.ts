import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that starts the command. */
    bin: string;
  }
}

/** The command: from the sources in `npm test`, with the files of the package in long tests. */
export const BIN = inject('bin');

/** The command from the sources, for a process whose modules a test changes. */
export const BIN_OF_SOURCES = fileURLToPath(new URL('../../bin/diptych.js', import.meta.url));
