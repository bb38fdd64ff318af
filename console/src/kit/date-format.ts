const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than all else in a row of a list, so each is made once. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  formats.set(key, made);
  return made;
}

/** In a sentence a day is not broken into lines; what follows a comma, or a dash, may begin one. */
export const unbroken = (text: string): string => text.replace(/(?<![,–]) (?!–)/g, '\u00a0');
