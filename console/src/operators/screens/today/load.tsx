import { useMemo } from 'react';
import { dateText } from '../../../../../src/client/record-text.ts';
import { Figure } from '../../../kit/figure.tsx';
import { Picture } from '../../../kit/picture.tsx';
import { peakOf } from '../../../kit/steps.ts';
import { Table } from '../../../kit/table.tsx';
import { absolute, formattingLocale, markTextFor, shortDayText } from '../../../kit/time.tsx';
import { shownZone } from '../../../kit/zone.ts';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { countText } from './attention.ts';
import { daily, hourly, sumOf, sumOfDays } from './series.ts';

type Series = AdminResponse<'getSeries'>;

const numbersIn = (locale: string) => (value: number) => countText({ count: value }, locale);

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

const OPERATION = 'provisionMobileSecurityObjects';

/** Requests for signed documents by hour. */
export function Load({ series: { load, startTime, endTime } }: { readonly series: Series }) {
  const { today: words } = useMessages();
  const locale = formattingLocale();
  const steps = useMemo(() => {
    const provisioning = load.filter(({ operation }) => operation === OPERATION);
    return hourly(provisioning, startTime, endTime);
  }, [load, startTime, endTime]);
  const number = numbersIn(locale);
  const peak = peakOf(steps);
  const sum = sumOf(steps);
  if (!peak || sum === 0) return <p className="soft">{words.loadEmpty}</p>;
  const rows = steps.times
    .map((time, index) => ({ time: time * 1000, value: steps.values[index]! }))
    .filter(({ value }) => value > 0);
  const markText = markTextFor(steps.times.length);
  return (
    <Figure
      finding={words.loadFinding(number(sum), number(peak.value), absolute(peak.time, locale))}
      table={
        <Table
          caption={words.load}
          rows={rows}
          rowKey={({ time }) => String(time)}
          columns={[
            { key: 'hour', head: words.hour, cell: ({ time }) => absolute(time, locale) },
            { key: 'requests', head: words.requests, isNumber: true, cell: ({ value }) => number(value) },
          ]}
        />
      }
    >
      <Picture
        steps={steps}
        timeText={(time) => markText(time, locale)}
        isByDay={markText === shortDayText}
        zone={shownZone()}
        valueText={number}
      />
    </Figure>
  );
}

/** Signed documents that expire, by day. Wallets request new ones before that. */
export function Forecast({ series: { msos, endTime } }: { readonly series: Series }) {
  const { today: words } = useMessages();
  const locale = formattingLocale();
  const steps = useMemo(() => daily(msos.days, endTime.slice(0, 10)), [msos, endTime]);
  const number = numbersIn(locale);
  const peak = peakOf(steps);
  const sum = sumOfDays(steps);
  if (!peak || sum === 0) return <p className="soft">{words.forecastEmpty}</p>;
  // The last time is the end of a day: one day is no course.
  const isCourse = steps.times.length > 2;
  const day = dateText(dayOf(peak.time), locale);
  const last = dateText(dayOf(steps.times.at(-2)! * 1000), locale);
  const finding = isCourse
    ? words.forecastFinding(number(sum), last, number(peak.value), day)
    : words.forecastToday(number(sum));
  return (
    <Figure
      finding={msos.isEstimate ? `${finding} ${words.estimate}` : finding}
      table={
        <Table
          caption={words.forecast}
          rows={msos.days}
          rowKey={({ date }) => date}
          columns={[
            { key: 'day', head: words.day, cell: ({ date }) => dateText(date, locale) },
            { key: 'expiring', head: words.expiring, isNumber: true, cell: (row) => number(row.expiring) },
          ]}
        />
      }
    >
      {isCourse && (
        <Picture
          steps={steps}
          timeText={(time) => shortDayText(time, locale, 'UTC')}
          isByDay
          zone="UTC"
          valueText={number}
        />
      )}
    </Figure>
  );
}
