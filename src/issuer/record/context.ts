import type { IssuerPolicy, Jurisdiction } from '../policy.ts';
import { type Day, dayIn } from './calendar.ts';

/** What a record is checked against besides its document type. */
export interface RecordContext extends Jurisdiction {
  /** The day where the issuer is. */
  readonly today: Day;
}

export function recordContext(
  { jurisdiction }: Pick<IssuerPolicy, 'jurisdiction'>,
  now: number,
): RecordContext {
  return { ...jurisdiction, today: dayIn(jurisdiction.timeZone, now) };
}
