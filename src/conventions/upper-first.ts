/** The text with a capital first letter. A name such as iOS stays as it is. */
export const upperFirst = (text: string): string =>
  /^\p{Ll}\p{Lu}/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** An abbreviation stays as it is. */
export const lowerFirst = (text: string): string =>
  /^\p{Lu}[\p{Ll} ]/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
