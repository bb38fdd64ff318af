import { describe, expect, it } from 'vitest';
import { isTimeZone } from './time-zone.ts';

describe('The name of a time zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'EST5EDT', 'Asia/Calcutta'])(
    '%s is one of the IANA database',
    (name) => expect(isTimeZone(name)).toBe(true),
  );

  it.each(['', 'utc', 'europe/berlin', 'Berlin', '+01:00', '-0800', 'GMT+1', 'Z', 'Europe/Berlin '])(
    '%j is none, although programs may understand it',
    (name) => expect(isTimeZone(name)).toBe(false),
  );
});
