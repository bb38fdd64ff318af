import type { Static } from 'typebox';
import { GroupExperimentState, GroupState } from './enums.ts';
import { MediationGroupLine } from './mediation-group-line.ts';
import { MediationGroupTargeting } from './mediation-group-targeting.ts';
import { listOf, mapOf, member, message, oneOf, output, text } from './message.ts';
import { nextPageToken } from './paging.ts';

export const MediationGroup = message('MediationGroup', 'Targeting and the lines that serve for it.', {
  name: text('accounts/{publisher_id}/mediationGroups/{mediation_group_id}, set by the server.'),
  mediationGroupId: text('10 digits, set by the server.'),
  displayName: text('Name of the group, at most 120 characters.'),
  state: oneOf('MediationGroup.State', GroupState, 'Only enabled groups serve. Set at creation only.'),
  targeting: member(MediationGroupTargeting, 'Which ad requests the group is for.'),
  mediationGroupLines: mapOf(
    MediationGroupLine,
    'Lines by id. The key of a new line is a negative number, distinct in the request.',
  ),
  mediationAbExperimentState: output(
    oneOf(
      'MediationGroup.ExperimentState',
      GroupExperimentState,
      'Output only. Whether an A/B experiment runs in the group.',
    ),
  ),
  etag: text('Changes with every change; the one that was read may be sent with a patch or in If-Match.'),
});
export type MediationGroup = Static<typeof MediationGroup>;

export const ListMediationGroupsResponse = message('ListMediationGroupsResponse', 'A page of groups.', {
  mediationGroups: listOf(MediationGroup, 'The groups, in ascending order of id.'),
  nextPageToken,
});
