/** A text of the documentation for people who read no Markdown: without code marks, and of each link its words. */
export const withoutMarks = (text: string): string =>
  text.replace(/\[([^[\]]*)\]\([^()[]*\)/g, '$1').replaceAll('`', '');
