const LAST = 4;

/** Letters, their marks, and numbers: people read and type these alike, however a mark is stored. */
const lettersOf = (text: string) => text.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** What is typed before a final action: `nt02` of `applicant-02`, `ingA` of `Reporting - A`; all of a text without letters. */
export const lastOf = (text: string): string => [...lettersOf(text)].slice(-LAST).join('') || text;

/** Whether a person typed what `lastOf` returned. */
export const isTyped = (given: string, asked: string): boolean =>
  (lettersOf(given) || given.trim()).toLowerCase() === asked.trim().toLowerCase();
