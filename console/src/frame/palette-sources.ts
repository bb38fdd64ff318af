import type { Choice } from '../kit/choice-box.tsx';

/**
 * What a console can find, beside its pages and actions: the port of the palette. A source is asked for each text that is typed,
 * after a short pause, and answers with few choices. Its requests are background reads.
 */
export interface PaletteSource {
  find(text: string): readonly Choice[] | Promise<readonly Choice[]>;
}
