import type { FieldReader } from '../structure/index.ts';
import { mdocDecoder } from '../structure/index.ts';
import { type ReadTdate, readTdate, tdate } from './tdate.ts';

/** ValidityInfo of ISO 18013-5 9.1.2.4; milliseconds since 1970. */
export interface ValidityInfo {
  readonly signed: number;
  readonly validFrom: number;
  readonly validUntil: number;
  readonly expectedUpdate?: number;
}

/** `strictDates`: every moment is written as ISO 18013-5 7.2.1 asks, in UTC without a fraction. */
export interface DecodedValidityInfo extends ValidityInfo {
  readonly strictDates: boolean;
}

export const validityInfoMembers = (info: ValidityInfo) => ({
  signed: tdate(info.signed),
  validFrom: tdate(info.validFrom),
  validUntil: tdate(info.validUntil),
  ...(info.expectedUpdate === undefined ? {} : { expectedUpdate: tdate(info.expectedUpdate) }),
});

export const readValidityInfo: FieldReader<DecodedValidityInfo> = (reader) => {
  const dates = mdocDecoder.map('ValidityInfo', reader, {
    required: { signed: readTdate, validFrom: readTdate, validUntil: readTdate },
    optional: { expectedUpdate: readTdate },
    others: 'skip',
  });
  const all: readonly ReadTdate[] = Object.values(dates);
  return {
    signed: dates.signed.milliseconds,
    validFrom: dates.validFrom.milliseconds,
    validUntil: dates.validUntil.milliseconds,
    ...(dates.expectedUpdate && { expectedUpdate: dates.expectedUpdate.milliseconds }),
    strictDates: all.every((date) => date.strict),
  };
};
