import { type Static, Type } from 'typebox';
import { IdfaTargeting } from './enums.ts';
import { listOf, message, oneOf, output, text } from './message.ts';

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
      'CLDR regions, such as US, in which the group applies; everywhere when unset. Set at creation only.',
    ),
    excludedRegionCodes: listOf(
      Type.String(),
      'CLDR regions in which the group does not apply. Set at creation only.',
    ),
    idfaTargeting: oneOf(
      'MediationGroupTargeting.IdfaTargeting',
      IdfaTargeting,
      'Whether ad requests must carry the IDFA; ALL when unset on iOS, not needed on Android.',
    ),
  },
);
export type MediationGroupTargeting = Static<typeof MediationGroupTargeting>;
