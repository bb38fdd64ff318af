import { Type } from 'typebox';

/** Terminals interpret control characters and characters that change the direction of text, so both are refused. */
const ONE_LINE = '^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]+$';

/** An operator's note on a decision or a revocation. */
export const Note = Type.Optional(
  Type.String({
    description:
      'One line for the audit log, at most 500 characters. It is not sent to the wallet or the platform, and is erased with the holder.',
    minLength: 1,
    maxLength: 500,
    pattern: ONE_LINE,
  }),
);
