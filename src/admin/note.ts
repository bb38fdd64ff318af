import { Type } from 'typebox';
import { ONE_LINE } from '../conventions/printable.ts';

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
