/** Why a row of statistics is left out. A closed union: clients may depend on it. */
export const ROW_REASONS = {
  NOT_A_ROW: 'The row is not an object.',
  UNKNOWN_MEMBER: 'The row has a member that rows do not have, or one twice.',
  MISSING_MEMBER: '`time` or `adUnitId` is missing, or `adSourceId` for numbers other than those of users.',
  NO_COUNTS: 'The row counts nothing.',
  INVALID_TIME: '`time` is not a time in RFC 3339, such as 2026-03-01T10:00:00Z.',
  INVALID_NUMBER:
    'A count or the revenue is not a whole number from 0 to 2^63 - 1, or is above 2^53 - 1 and not a string; or the slot is not one from 0 to 999.',
  INVALID_ID: 'An id does not have the form of its kind.',
  INVALID_COUNTRY:
    '`country` is not a country of ISO 3166-1: two upper-case letters. Leave it out if it is unknown.',
  INVALID_CURRENCY: '`currency` is not a currency of ISO 4217.',
  INVALID_TEXT: 'A version or the restriction has more than 64 characters, or unusual ones.',
  INVALID_ENUM: '`variant` or `precision` is not one of its values.',
  TOO_LATE: 'The row is older than its source may send.',
  IN_THE_FUTURE: 'The row is more than 10 minutes in the future.',
  OTHER_PUBLISHER: 'An id belongs to another publisher.',
  UNKNOWN_AD_UNIT: 'The ad unit is neither in the inventory nor in the mediation group of the row.',
  UNKNOWN_MEDIATION_GROUP: 'The mediation group does not exist.',
  UNKNOWN_LINE: 'The line was never in the mediation group.',
  UNKNOWN_AD_SOURCE: 'The ad source is not in the catalogue.',
  OTHER_AD_SOURCE: 'The line is of another ad source.',
  INCOMPLETE_EXPERIMENT:
    'Of mediationGroupId, experimentId, variant and slot some are missing, or newUsers has none.',
  UNKNOWN_EXPERIMENT: 'The experiment does not exist in the mediation group.',
  OUTSIDE_EXPERIMENT: 'The experiment did not run at that time.',
  WRONG_VARIANT: 'The slot is of the other variant.',
  SETTLED_EXPERIMENT: 'The batch replaces what a network has settled, and networks know no experiments.',
  OUTSIDE_REPLACED: 'The batch does not replace the day, the ad source or the ad unit of the row.',
  IMPLAUSIBLE_REVENUE:
    'A device sent more revenue for an impression, or more in a batch, than `mediation.statistics` allows.',
  IMPLAUSIBLE_NUMBER: 'A device sent a number that one device does not reach, in the row or in the batch.',
  NO_RATE: 'The revenue of a device cannot be checked, because no rate of its currency is known.',
} as const;

export type RowReason = keyof typeof ROW_REASONS;

export interface RejectedRow {
  readonly index: number;
  readonly reason: RowReason;
}
