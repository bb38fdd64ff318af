import { dateText } from '../../../../../src/client/record-text.ts';
import type { MediationAbExperiment } from '../../../../../src/mediation/contract/index.ts';
import { Figure } from '../../../kit/figure.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { formattingLocale, shortDayText } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { courseOf, formatMicros, looksOfThousand, tickTexts } from '../../model/analysis.ts';

type Looks = NonNullable<NonNullable<MediationAbExperiment['analysis']>['looks']>;
type Look = Looks[number];

const WIDTH = 600;
const HEIGHT = 180;
/** Half the width of the bar that shows a single look. */
const ALONE = 30;

interface CoursePictureProps {
  readonly looks: Looks;
  readonly currency: string;
}

/** The looks whose days stand at the axis: the first, the middle and the last. */
const marksOf = (looks: Looks): readonly number[] => [
  ...new Set([0, Math.floor((looks.length - 1) / 2), looks.length - 1]),
];

/** The difference between the variants and its bounds at each daily look, with zero as a line. */
export function CoursePicture({ looks: read, currency }: CoursePictureProps) {
  const { mediation } = useMessages();
  const { analysis: words } = mediation;
  const looks = looksOfThousand(read);
  const course = courseOf(looks);
  const last = looks.at(-1);
  if (!course || !last) return null;
  const locale = formattingLocale();
  const money = (micros = 0) => formatMicros(micros, currency, locale);
  const wide = course.points.length > 1 ? 0 : ALONE;
  const at = (x: number, y: number) => `${(x * WIDTH).toFixed(1)},${(y * HEIGHT).toFixed(1)}`;
  const ends = course.points.flatMap((point) =>
    wide === 0 ? [point] : [-wide, wide].map((shift) => ({ ...point, x: point.x + shift / WIDTH })),
  );
  const band = [
    ...ends.map(({ x, upper }) => at(x, upper)),
    ...ends.toReversed().map(({ x, lower }) => at(x, lower)),
  ];
  const { value, lower, upper } = last.difference ?? {};
  const columns: readonly Column<Look>[] = [
    { key: 'date', head: words.look.date, cell: ({ date = '' }) => dateText(date, locale) },
    {
      key: 'users',
      head: words.users,
      isNumber: true,
      cell: ({ users = '0' }) => Number(users).toLocaleString(locale),
    },
    { key: 'value', head: words.look.value, isNumber: true, cell: (one) => money(one.difference?.value) },
    { key: 'lower', head: words.look.lower, isNumber: true, cell: (one) => money(one.difference?.lower) },
    { key: 'upper', head: words.look.upper, isNumber: true, cell: (one) => money(one.difference?.upper) },
  ];
  const dayText = ({ date = '' }: Look) => (date === '' ? '' : shortDayText(Date.parse(date), locale, 'UTC'));
  const texts = tickTexts(course.ticks, currency, locale);
  return (
    <Figure
      finding={words.picture(money(value), money(lower), money(upper), dateText(last.date ?? '', locale))}
      table={
        <Table
          caption={words.looks}
          columns={columns}
          rows={looks.toReversed()}
          rowKey={({ date = '' }) => date}
        />
      }
    >
      <div className="course">
        <div className="course-amounts">
          {course.ticks.map(({ micros, place }, index) => (
            <span key={micros} style={{ insetBlockStart: `${place * 100}%` }}>
              {texts[index]}
            </span>
          ))}
        </div>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <polygon className="course-band" points={band.join(' ')} />
          {course.ticks.map(({ micros, place }) => (
            <line
              key={micros}
              className={micros === 0 ? 'course-zero' : 'course-grid'}
              x1="0"
              x2={WIDTH}
              y1={place * HEIGHT}
              y2={place * HEIGHT}
            />
          ))}
          <polyline
            className="course-value"
            points={ends.map((point) => at(point.x, point.value)).join(' ')}
          />
        </svg>
        <div className="course-days">
          {marksOf(looks).map((index) => {
            const share = `${(course.points[index]?.x ?? 0) * 100}%`;
            return (
              <span key={index} style={{ insetInlineStart: share, translate: `-${share}` }}>
                {dayText(looks[index] ?? {})}
              </span>
            );
          })}
        </div>
      </div>
      <p className="soft small">{words.caption}</p>
    </Figure>
  );
}
