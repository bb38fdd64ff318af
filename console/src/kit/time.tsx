import { useSyncExternalStore } from 'react';
import { dateFormat, relativeTimeFormat } from '../../../src/conventions/intl-formats.ts';
import { unbroken } from './unbroken.ts';
import { preferredZone } from './zone.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
] as const;

/** `in 18 minutes`, `3 days ago`. */
export function relative(time: number, now: number, locale: string): string {
  const distance = time - now;
  const [size, unit] = UNITS.find(([one]) => Math.abs(distance) >= one) ?? [
    Number.POSITIVE_INFINITY,
    'second',
  ];
  // Less than a minute is shown as "now".
  return relativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(distance / size), unit);
}

/** `22 Nov 2026, 14:05 UTC`: in the reader's time zone, with its name. */
export function absolute(time: number, locale: string, hasSeconds = false): string {
  const format = dateFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(hasSeconds && { second: '2-digit' }),
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone: preferredZone(),
  });
  return unbroken(format.format(time));
}

/** `27 Oct – 23 Nov 2026`, both days as YYYY-MM-DD. */
export const daysText = (from: string, to: string, locale: string): string =>
  unbroken(
    dateFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }).formatRange(Date.parse(from), Date.parse(to)),
  );

/** Pseudo-locales have no formatting data of their own. */
export const formattingLocale = (): string => {
  const { lang } = document.documentElement;
  return lang.includes('-X') || lang === 'en' ? 'en-GB' : lang;
};

let listeners: readonly (() => void)[] = [];
let tick = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void) {
  listeners = [...listeners, listener];
  timer ??= setInterval(() => {
    tick = Date.now();
    for (const one of listeners) one();
  }, 10_000);
  return () => {
    listeners = listeners.filter((one) => one !== listener);
    if (listeners.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time in milliseconds, updated every ten seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => tick);

/** `14:05:33`, below a heading with the day. */
export const clockText = (time: number, locale: string): string =>
  dateFormat(locale, {
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone: preferredZone(),
  }).format(time);

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** `14:05`, beside a text that names the zone. */
const shortClockText = (time: number, locale: string): string =>
  dateFormat(locale, { ...CLOCK, timeZone: preferredZone() }).format(time);

/** `14:05 UTC`. */
export const zonedClockText = (time: number, locale: string): string =>
  unbroken(dateFormat(locale, { ...CLOCK, timeZoneName: 'short', timeZone: preferredZone() }).format(time));

/** `22 Nov`: in the reader's time zone or the given one. */
export const shortDayText = (time: number, locale: string, timeZone = preferredZone()): string =>
  unbroken(dateFormat(locale, { day: 'numeric', month: 'short', timeZone }).format(time));

/** `22 Nov 2026`. */
export const longDayText = (time: number, timeZone = preferredZone()): string =>
  unbroken(
    dateFormat(formattingLocale(), {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone,
    }).format(time),
  );

/** `November 2026`, of YYYY-MM. */
export const monthText = (month: string): string =>
  unbroken(
    dateFormat(formattingLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      Date.parse(month),
    ),
  );

/** What marks times in a picture of so many hours: the clock up to two days, else the day. */
export const markTextFor = (hours: number) => (hours <= 48 ? shortClockText : shortDayText);

/** The day of a time in the reader's time zone, as Swedish writes it: `2026-11-28`. */
export const dayOf = (at: string): string =>
  dateFormat('sv-SE', { dateStyle: 'short', timeZone: preferredZone() }).format(Date.parse(at));

/** `Saturday, 28 November 2026`. */
export const dayText = (day: string, locale: string): string =>
  unbroken(dateFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(Date.parse(day)));

/** `10:02:07–10:41:30`, or one time if both are the same second. */
export function clockRangeText(from: number, to: number, locale: string): string {
  const ends = [from, to].map((time) => clockText(time, locale));
  return [...new Set(ends)].join('–');
}

interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** Also shows the relative time. */
  readonly isRelative?: boolean;
  readonly hasSeconds?: boolean;
}

export function Time({ at, isRelative, hasSeconds }: TimeProps) {
  const now = useNow();
  const time = Date.parse(at);
  const locale = formattingLocale();
  // Where there is little room, the clock stands below the day.
  const [day, clock] = absolute(time, locale, hasSeconds).split(/(?<=,) /);
  return (
    <time dateTime={at} title={new Date(time).toISOString()} className="time">
      <span>
        <span className="nowrap">{day}</span> <span className="nowrap">{clock}</span>
      </span>
      {isRelative && <span className="soft small nowrap">{relative(time, now, locale)}</span>}
    </time>
  );
}
