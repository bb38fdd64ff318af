import { Type } from 'typebox';
import { PUBLISHER_ID_PATTERN } from '../accounts/ids.ts';

export const Publisher = Type.String({ description: 'Publisher account.', pattern: PUBLISHER_ID_PATTERN });
export const Publishers = Type.Array(Publisher, { maxItems: 100 });
export const Scope = Type.String({
  description: '`monetization`, `readonly`, or the whole scope string.',
  minLength: 1,
  maxLength: 1000,
});
