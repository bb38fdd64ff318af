import type { Choice } from '../kit/choice-box.tsx';

/**
 * What a console can find, beside its pages and actions: the port of the palette. A source is asked for each text that is typed,
 * after a short pause, and answers with few choices. Its requests are background reads.
 */
export interface PaletteSource {
  /** What it offers for any text; below pages and actions with the text in their names. */
  readonly isLast?: boolean;
  find(text: string): readonly Choice[] | Promise<readonly Choice[]>;
}
