import { dateText } from '../../../../../src/client/record-text.ts';
import type { MediationAbExperiment } from '../../../../../src/mediation/contract/index.ts';
import { Figure } from '../../../kit/figure.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { formattingLocale, shortDayText } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { courseOf, formatMicros, ofThousand, tickTexts } from '../../model/analysis.ts';
import { changeText } from '../../parts/metric-text.ts';

type Look = NonNullable<NonNullable<MediationAbExperiment['analysis']>['looks']>[number];
type Looks = readonly Look[];

const WIDTH = 600;
const HEIGHT = 180;
/** Half the width of the bar that shows a single look. */
const ALONE = 30;

interface CoursePictureProps {
  readonly looks: Looks;
  readonly currency: string;
}

const dayText = ({ date = '' }: Look) =>
  date === '' ? '' : shortDayText(Date.parse(date), formattingLocale(), 'UTC');

/** The looks whose days stand at the axis: the first, the middle and the last. */
const marksOf = (looks: Looks): readonly number[] => [
  ...new Set([0, Math.floor((looks.length - 1) / 2), looks.length - 1]),
];

/** The lift and its bounds at each daily look, with zero as a line. */
function Picture({ looks, points, ticks }: NonNullable<ReturnType<typeof courseOf>>) {
  const wide = points.length > 1 ? 0 : ALONE;
  const at = (x: number, y: number) => `${(x * WIDTH).toFixed(1)},${(y * HEIGHT).toFixed(1)}`;
  const ends = points.flatMap((point) =>
    wide === 0 ? [point] : [-wide, wide].map((shift) => ({ ...point, x: point.x + shift / WIDTH })),
  );
  const band = [
    ...ends.map(({ x, upper }) => at(x, upper)),
    ...ends.toReversed().map(({ x, lower }) => at(x, lower)),
  ];
  const texts = tickTexts(ticks, formattingLocale());
  return (
    <div className="course">
      <div className="course-marks">
        {ticks.map(({ share, place }, index) => (
          <span key={share} style={{ insetBlockStart: `${place * 100}%` }}>
            {texts[index]}
          </span>
        ))}
      </div>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <polygon className="course-band" points={band.join(' ')} />
        {ticks.map(({ share, place }) => (
          <line
            key={share}
            className={share === 0 ? 'course-zero' : 'course-grid'}
            x1="0"
            x2={WIDTH}
            y1={place * HEIGHT}
            y2={place * HEIGHT}
          />
        ))}
        <polyline className="course-value" points={ends.map((point) => at(point.x, point.value)).join(' ')} />
      </svg>
      <div className="course-days">
        {marksOf(looks).map((index) => {
          const share = `${(points[index]?.x ?? 0) * 100}%`;
          return (
            <span key={index} style={{ insetInlineStart: share, translate: `-${share}` }}>
              {dayText(looks[index] ?? {})}
            </span>
          );
        })}
      </div>
    </div>
  );
}

/** The daily looks: the lift as a picture, and in the table also the amounts. */
export function CoursePicture({ looks, currency }: CoursePictureProps) {
  const { mediation } = useMessages();
  const { analysis: words } = mediation;
  const course = courseOf(looks);
  const last = (course?.looks ?? looks).at(-1);
  if (!last) return null;
  const locale = formattingLocale();
  const money = (micros = 0) => formatMicros(ofThousand(micros), currency, locale);
  const share = (lift = 0) => changeText(lift);
  const columns: readonly Column<Look>[] = [
    { key: 'date', head: words.look.date, cell: ({ date = '' }) => dateText(date, locale) },
    {
      key: 'users',
      head: words.users,
      isNumber: true,
      cell: ({ users = '0' }) => Number(users).toLocaleString(locale),
    },
    {
      key: 'lift',
      head: words.look.lift,
      cell: ({ lift }) =>
        lift ? words.look.within(share(lift.value), share(lift.lower), share(lift.upper)) : '–',
    },
    {
      key: 'amount',
      head: words.look.amount,
      cell: ({ difference: { value, lower, upper } = {} }) =>
        words.look.within(money(value), money(lower), money(upper)),
    },
  ];
  const day = dateText(last.date ?? '', locale);
  const { lift, difference } = last;
  return (
    <Figure
      finding={
        lift
          ? words.picture(share(lift.value), share(lift.lower), share(lift.upper), day)
          : words.noLift(money(difference?.value), money(difference?.lower), money(difference?.upper), day)
      }
      table={
        <Table
          caption={words.looks}
          columns={columns}
          rows={looks.toReversed()}
          rowKey={({ date = '' }) => date}
        />
      }
    >
      {course && (
        <>
          <Picture {...course} />
          <p className="soft small">{words.caption}</p>
        </>
      )}
    </Figure>
  );
}
