import { type MaskRule, type MaskTable, maskTable } from '../../conventions/index.ts';
import type { MediationPolicy } from '../operation.ts';

/** Keys of new lines: negative integers, each a name of its own. */
export const NEW_LINE_KEY = /^-[1-9]\d{0,18}$/;

const outputOnly = { kind: 'outputOnly' } as const;
const value = { kind: 'set', absent: 'refuse' } as const;
const clearable = { kind: 'set', absent: 'clear' } as const;

/** The paths that an update mask may contain (rulings 11, 20, 21). */
const PUBLIC: Readonly<Record<string, MaskRule>> = {
  'targeting.adUnitIds': clearable,
  'mediationGroupLines[*]': {
    kind: 'entry',
    newKey: NEW_LINE_KEY,
    idMember: 'id',
    outputOnly: ['experimentVariant'],
    immutable: ['adSourceId'],
    instead: 'Set its state to REMOVED.',
  },
  'mediationGroupLines[*].state': value,
  'mediationGroupLines[*].displayName': value,
  'mediationGroupLines[*].cpmMode': value,
  'mediationGroupLines[*].cpmMicros': value,
  'mediationGroupLines[*].adUnitMappings[*]': clearable,
  name: outputOnly,
  mediationGroupId: outputOnly,
  mediationAbExperimentState: outputOnly,
  etag: outputOnly,
  'targeting.adUnits': outputOnly,
  'mediationGroupLines[*].experimentVariant': outputOnly,
};

/** What only people can change in the public service. */
const EXTENSIONS: Readonly<Record<string, MaskRule>> = {
  displayName: value,
  state: value,
  priority: clearable,
  'targeting.targetedRegionCodes': clearable,
  'targeting.excludedRegionCodes': clearable,
  'targeting.idfaTargeting': clearable,
  archiveTime: outputOnly,
};

const PUBLIC_MASK = maskTable(PUBLIC);
const EXTENDED_MASK = maskTable({ ...PUBLIC, ...EXTENSIONS });

export const groupMaskOf = ({ groupExtensions }: Pick<MediationPolicy, 'groupExtensions'>): MaskTable =>
  groupExtensions ? EXTENDED_MASK : PUBLIC_MASK;
