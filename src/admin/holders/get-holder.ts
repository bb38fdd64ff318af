import { channelOf } from '../../issuer/credential/channels.ts';
import { HOLDER_METHODS } from '../contract/holders/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { holderById, holderView } from './holder.ts';

export const getHolder = operation(HOLDER_METHODS.getHolder, {
  needs: issuer,
  run: ({ store }, { id }) =>
    store.read(async (reader) => {
      const holder = await holderById(reader, id);
      const holds = (await reader.holdsOn(holder)).map(({ holdId }) => holdId);
      const live = await reader.liveCredentialsOfHolder(id);
      const channels = [...new Set(live.map(channelOf))].toSorted();
      return {
        ...holderView(holder),
        ...(channels.length > 0 && { channels }),
        ...(holds.length > 0 && { holds }),
      };
    }),
});
