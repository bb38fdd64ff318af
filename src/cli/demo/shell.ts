import { relative } from 'node:path';

/** A text as one word of a command. */
export const shellWord = (text: string) =>
  /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** How to run this program once more: in a clone by its file, which starts at once; npx builds it first. */
export function ownCommand(script = process.argv[1] ?? '', folder = process.cwd()): string {
  return script.endsWith('.js') ? `node ${shellWord(relative(folder, script))}` : 'npx diptych';
}
