import { type Static, Type } from 'typebox';
import {
  CpmMode,
  ExperimentVariant,
  GroupExperimentState,
  GroupState,
  IdfaTargeting,
  LineState,
} from './enums.ts';
import {
  extension,
  int32,
  int64,
  listOf,
  mapOf,
  member,
  message,
  nextPageToken,
  oneOf,
  output,
  text,
  time,
} from './message.ts';
import { validateOnly } from './query.ts';

export const MediationGroupTargeting = message(
  'MediationGroupTargeting',
  'Which ad requests a mediation group is for.',
  {
    platform: text('ANDROID or IOS; the case does not matter in requests.'),
    format: text('Ad format of the ad units, such as BANNER or INTERSTITIAL.'),
    adUnitIds: listOf(
      Type.String(),
      'Full ids of the ad units, at most 250: ca-app-pub-{digits}/{ad_unit_id_fragment}. A patch replaces the whole list.',
    ),
    adUnits: output(
      listOf(
        Type.String(),
        'Output only, in lists of groups. The last 10 digits of each ad unit id, in the order of adUnitIds.',
      ),
    ),
    targetedRegionCodes: listOf(
      Type.String(),
      'CLDR regions, such as US, in which the group applies; everywhere when unset.',
    ),
    excludedRegionCodes: listOf(Type.String(), 'CLDR regions in which the group does not apply.'),
    idfaTargeting: oneOf(
      'MediationGroupTargeting.IdfaTargeting',
      IdfaTargeting,
      'Whether ad requests must carry the IDFA; ALL when unset on iOS, not needed on Android.',
    ),
  },
);
export type MediationGroupTargeting = Static<typeof MediationGroupTargeting>;

export const MediationGroupLine = message(
  'MediationGroupMediationGroupLine',
  'How a mediation group uses one ad source.',
  {
    id: text('16 digits. In a new line: absent, or the negative number that is its key.'),
    displayName: text('Name of the line, at most 255 characters; the title of the ad source when left out.'),
    adSourceId: text('The ad source. It never changes.'),
    cpmMode: oneOf(
      'MediationGroup.MediationGroupLine.CpmMode',
      CpmMode,
      'Where the CPM comes from; in a new line MANUAL when cpmMicros is given, else LIVE.',
    ),
    cpmMicros: int64('CPM in micros of US dollars, at least 10000 ($0.01). Ignored, and 10000, when LIVE.'),
    state: oneOf('MediationGroup.MediationGroupLine.State', LineState, 'Only enabled lines serve.'),
    adUnitMappings: mapOf(
      Type.String(),
      'Resource name of an ad unit mapping for each ad unit id, at most 250 in a line and 10000 in a group; not used by lines of the own network.',
    ),
    experimentVariant: output(
      oneOf(
        'MediationGroup.MediationGroupLine.ExperimentVariant',
        ExperimentVariant,
        'Output only. Which variant of an experiment the line belongs to.',
      ),
    ),
  },
);
export type MediationGroupLine = Static<typeof MediationGroupLine>;

export const MediationGroup = message('MediationGroup', 'Targeting and the lines that serve for it.', {
  name: text('accounts/{publisher_id}/mediationGroups/{mediation_group_id}, set by the server.'),
  mediationGroupId: text('10 digits, set by the server.'),
  displayName: text('Name of the group, at most 120 characters.'),
  state: oneOf('MediationGroup.State', GroupState, 'Only enabled groups serve.'),
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
  priority: extension(
    int32(
      'Order of the groups that apply to one ad request: the smallest first. Groups without a priority come last.',
      { minimum: 1, maximum: 1_000_000 },
    ),
  ),
  archiveTime: extension(
    output(
      time('Output only. When the group was archived; an archived group does not serve and is not listed.'),
    ),
  ),
  etag: text('Changes with every change; the one that was read may be sent with a patch or in If-Match.'),
});
export type MediationGroup = Static<typeof MediationGroup>;

/** Of `:archive` and `:unarchive`. */
const changeOfArchive = (title: string, description: string) =>
  message(title, description, {
    etag: text('The etag that was read; another one is refused.'),
    validateOnly,
  });

export const ArchiveMediationGroupRequest = changeOfArchive(
  'ArchiveMediationGroupRequest',
  'Archives a mediation group.',
);
export const UnarchiveMediationGroupRequest = changeOfArchive(
  'UnarchiveMediationGroupRequest',
  'Brings an archived mediation group back.',
);

export const ListMediationGroupsResponse = message('ListMediationGroupsResponse', 'A page of groups.', {
  mediationGroups: listOf(MediationGroup, 'The groups, in ascending order of id.'),
  nextPageToken,
});
