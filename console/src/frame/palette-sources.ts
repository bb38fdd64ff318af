import type { Choice } from '../kit/choice-box.tsx';

/**
 * What a console can find, beside its pages and actions: the port of the palette. A source is asked for each text that is typed,
 * after a short pause, and answers with few choices. Its requests are background reads.
 */
export interface PaletteSource {
  /** What it offers for any text; below all that has the text in its name. */
  readonly isLast?: boolean;
  find(text: string): readonly PaletteChoice[] | Promise<readonly PaletteChoice[]>;
}

/** A second question, such as on what an action acts. Only its sources answer it, also before something is typed. */
export interface PaletteStep {
  readonly question: string;
  /** What to type; absent if all answers are there before. */
  readonly hint?: string | undefined;
  readonly sources: readonly PaletteSource[];
}

/** A choice does something, or asks on. */
export type PaletteChoice = Choice | (Omit<Choice, 'run'> & { readonly asks: PaletteStep });
