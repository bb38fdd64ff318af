import { mediationMethods } from 'virtual:contract';
import { liveAccount } from '../../../../src/client/live-account.ts';
import { mediationClient } from '../../../../src/client/mediation.ts';
import { optionsOf, sendToConsole } from '../../api/client.ts';
import { FOUND_LINE_FIELDS } from '../../frame/find-groups.ts';

// Loaded with the first search, because few people of this console have publishers.
export { findGroups } from '../../frame/find-groups.ts';

const FIELDS = `nextPageToken,mediationGroups(mediationGroupId,displayName,mediationGroupLines/*(${FOUND_LINE_FIELDS}))`;

const api = mediationClient(mediationMethods, sendToConsole);

export const groupsOf = (publisher: string) =>
  liveAccount(api, async () => `accounts/${publisher}`, optionsOf({ background: true })).groups({
    fields: FIELDS,
  });
