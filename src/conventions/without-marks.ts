/** A text of the documentation for people who read no Markdown: without code marks, and of each link its words. */
export const withoutMarks = (text: string): string =>
  text.replace(/\[([^[\]]*)\]\([^()[]*\)/g, '$1').replaceAll('`', '');

/** A remedy for readers who have the description of the error, and not the answer with its members. */
export const remedyText = (remedy: string): string =>
  withoutMarks(remedy.replace(/`(?:errorDescription|error_description|expectedVersion)`/, 'the finding'));
