/** In a sentence a day is not broken into lines; what follows a comma, or a dash, may begin one. */
export const unbroken = (text: string): string => text.replace(/(?<![,–]) (?!–)/g, '\u00a0');
