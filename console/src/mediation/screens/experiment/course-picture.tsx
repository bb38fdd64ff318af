import type { MediationAbExperiment } from '../../../../../src/mediation/contract/index.ts';
import { formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { courseOf, formatMicros } from '../../model/analysis.ts';

type Looks = NonNullable<NonNullable<MediationAbExperiment['analysis']>['looks']>;

const WIDTH = 600;
const HEIGHT = 160;
/** Half the width of the bar that shows a single look. */
const ALONE = 30;

interface CoursePictureProps {
  readonly looks: Looks;
  readonly currency: string;
}

/** The difference between the variants and its bounds at each daily look, with zero as a line. */
export function CoursePicture({ looks, currency }: CoursePictureProps) {
  const { mediation } = useMessages();
  const { analysis: words } = mediation;
  const course = courseOf(looks);
  const last = looks.at(-1);
  if (!course || !last) return null;
  const money = (micros = 0) => formatMicros(micros, currency, formattingLocale());
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
  return (
    <figure className="course">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.picture(money(value), money(lower), money(upper), last.date ?? '')}
      >
        <polygon className="course-band" points={band.join(' ')} />
        <polyline className="course-value" points={ends.map((point) => at(point.x, point.value)).join(' ')} />
        <line className="course-zero" x1="0" x2={WIDTH} y1={course.zero * HEIGHT} y2={course.zero * HEIGHT} />
      </svg>
      <figcaption className="soft small">
        {words.caption(looks[0]?.date ?? '', last.date ?? '', money(course.least), money(course.most))}
      </figcaption>
    </figure>
  );
}
