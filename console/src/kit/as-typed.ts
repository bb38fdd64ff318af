import { withTypedCommands } from '../../../src/conventions/command-names.ts';

interface Page {
  readonly document?: { readonly documentElement: { readonly dataset: { readonly command?: string } } };
}

/** How the program is called where the server runs: the page says it. Tests have no page. */
const command = (): string => (globalThis as Page).document?.documentElement.dataset.command ?? 'diptych';

/** A text with commands as they have to be typed where the server runs. */
export const typed = (text: string): string => withTypedCommands(text, command());

/** A JSON text of the server. */
export const typedJson = (json: string): string =>
  withTypedCommands(json, JSON.stringify(command()).slice(1, -1));
