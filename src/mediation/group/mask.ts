import { type MaskRule, type MaskTable, maskTable } from '../../conventions/index.ts';

/** Keys of new lines: negative integers, each a name of its own. */
export const NEW_LINE_KEY = /^-[1-9]\d{0,18}$/;

const outputOnly = { kind: 'outputOnly' } as const;
const value = { kind: 'set', absent: 'refuse' } as const;
const clearable = { kind: 'set', absent: 'clear' } as const;

/** What an update may name, and what naming it means (rulings 11, 20, 21). */
const RULES: Readonly<Record<string, MaskRule>> = {
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

export const GROUP_MASK: MaskTable = maskTable(RULES);
