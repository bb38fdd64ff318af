/** `deviceStolen` as `device stolen`: codes are chosen so that they read well. */
export const codeWords = (code: string): string =>
  code
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();

/** Words first, and the code that programs get and filters take. */
export const withCode = (text: string, code: string): string => (text === code ? text : `${text} (${code})`);
