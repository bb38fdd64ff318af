const SEPARATOR_LINE = /^\ufeff?"?sep=([,;|\t])"?(?:\r\n|\r|\n)/i;

/** The separator that the first line of a CSV file names for Excel: reporting tools write `sep=;` before the headings. */
export const namedSeparator = (text: string): string | undefined => SEPARATOR_LINE.exec(text)?.[1];
