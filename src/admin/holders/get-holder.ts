import { channelOf } from '../../issuer/credential/channels.ts';
import { credentialAt } from '../../issuer/credential/current-credential.ts';
import { isLive } from '../../issuer/credential/state-machine.ts';
import { HOLDER_METHODS } from '../contract/holders/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { holderById, holderView } from './holder.ts';

export const getHolder = operation(HOLDER_METHODS.getHolder, {
  needs: issuer,
  run: ({ store, clock }, { id }) =>
    store.read(async (reader) => {
      const holder = await holderById(reader, id);
      const holds = (await reader.holdsOn(holder)).map(({ holdId }) => holdId);
      const now = clock();
      const stored = await reader.liveCredentialsOfHolder(id);
      const live = stored.filter((one) => isLive(credentialAt(one, now).state));
      const channels = [...new Set(live.map(channelOf))].toSorted();
      return {
        ...holderView(holder),
        ...(channels.length > 0 && { channels }),
        ...(holds.length > 0 && { holds }),
      };
    }),
});
