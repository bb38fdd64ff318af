import { HOLDER_METHODS } from '../contract/holders/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { holderById, holderView } from './holder.ts';

export const getHolder = operation(HOLDER_METHODS.getHolder, {
  needs: issuer,
  run: ({ store }, { id }) =>
    store.read(async (reader) => {
      const holder = await holderById(reader, id);
      const holds = (await reader.holdsOn(holder)).map(({ holdId }) => holdId);
      return { ...holderView(holder), ...(holds.length > 0 && { holds }) };
    }),
});
