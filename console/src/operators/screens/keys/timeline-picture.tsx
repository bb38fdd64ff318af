import { dateFormat } from '../../../../../src/conventions/intl-formats.ts';
import { formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { Key, Step } from './next-step.ts';
import { at, barOf, type Domain, overlapOf, type Span, ticksOf } from './timeline.ts';

const HEIGHT = 16;

export const spanOf = ({ id, role, stage, notBeforeTime, notAfterTime }: Key): Span => ({
  id,
  role,
  stage,
  from: Date.parse(notBeforeTime),
  to: Date.parse(notAfterTime),
});

const percent = (value: number) => `${value}%`;

const monthOf = (time: number) =>
  dateFormat(formattingLocale(), { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(time);

/** When a rotation is planned, if that is in the picture. */
const plannedIn = ({ to }: Domain, { kind, at }: Step): number | undefined =>
  kind === 'rotate' && at !== undefined && at < to ? at : undefined;

interface RowProps {
  readonly span: Span;
  readonly spans: readonly Span[];
  readonly step: Step;
  readonly domain: Domain;
  readonly now: number;
}

function Row({ span, spans, step, domain, now }: RowProps) {
  const { keys: words } = useMessages();
  const bar = barOf(domain, span);
  const overlap = overlapOf(spans, span);
  const hatched = overlap && barOf(domain, overlap);
  const roles: Readonly<Record<string, string>> = words.roles;
  const stages: Readonly<Record<string, string>> = words.stages;
  const planned = plannedIn(domain, step);
  return (
    <div className="timeline-row">
      <div className="name">
        {roles[span.role] ?? span.role}
        <span className="soft"> · {stages[span.stage] ?? span.stage}</span>
      </div>
      <svg height={HEIGHT} aria-hidden="true">
        <rect className="track" width="100%" height={HEIGHT} rx="4" />
        {bar && (
          <rect
            className={`bar ${span.stage}`}
            x={percent(bar.start)}
            width={percent(bar.width)}
            height={HEIGHT}
            rx="4"
          />
        )}
        {hatched && (
          <rect
            x={percent(hatched.start)}
            width={percent(hatched.width)}
            height={HEIGHT}
            fill="url(#hatch)"
          />
        )}
        {bar?.isCutAfter && (
          <svg x="100%" width="14" overflow="visible" aria-hidden="true">
            <path d="M-12 3 L-5 8 L-12 13" className="beyond" />
          </svg>
        )}
        {planned !== undefined && (
          <svg x={percent(at(domain, planned))} y={HEIGHT / 2} overflow="visible" aria-hidden="true">
            <path className={planned <= now ? 'planned due' : 'planned'} d="M0 -8 L8 0 L0 8 L-8 0 Z" />
          </svg>
        )}
      </svg>
    </div>
  );
}

interface PictureProps {
  readonly rows: readonly { readonly span: Span; readonly step: Step }[];
  readonly domain: Domain;
  readonly now: number;
}

/**
 * Validity of certificates as bars over time. Horizontal positions are percentages, so that text keeps its size on a
 * phone. Names of keys may take several lines, so they are no part of the drawing. The legend explains what is drawn.
 */
export function TimelinePicture({ rows, domain, now }: PictureProps) {
  const { keys: words } = useMessages();
  const spans = rows.map(({ span }) => span);
  const today = percent(at(domain, now));
  const ticks = ticksOf(domain);
  const planned = rows.flatMap(({ step }) => plannedIn(domain, step) ?? []);
  return (
    <>
      <div className="timeline">
        <svg className="timeline-grid" aria-hidden="true">
          <defs>
            <pattern
              id="hatch"
              width="8"
              height="8"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <line className="hatch" x1="0" y1="0" x2="0" y2="8" />
            </pattern>
          </defs>
          {ticks.map((tick, index) => (
            <g
              key={tick.time}
              className={index % 2 === 1 || tick.at > 92 || tick.at < 6 ? 'wide-only' : undefined}
            >
              <line className="grid" x1={percent(tick.at)} x2={percent(tick.at)} y1="20" y2="100%" />
              {/* At the edge it would leave the card. */}
              {tick.at > 3 && tick.at < 97 && (
                <text x={percent(tick.at)} y="14" textAnchor="middle">
                  {monthOf(tick.time)}
                </text>
              )}
            </g>
          ))}
          <line className="today" x1={today} x2={today} y1="18" y2="100%" />
        </svg>
        {rows.map(({ span, step }) => (
          <Row key={span.id} span={span} spans={spans} step={step} domain={domain} now={now} />
        ))}
        <svg height="18" aria-hidden="true">
          <text className="today-name" x={today} y="14" textAnchor="middle">
            {words.today}
          </text>
        </svg>
      </div>
      <p className="legend soft small">
        {(['active', 'next', 'grace'] as const)
          .filter((stage) => spans.some((span) => span.stage === stage))
          .map((stage) => (
            <span key={stage}>
              <i className={`swatch ${stage}`} aria-hidden="true" />
              {words.stages[stage]}
            </span>
          ))}
        <span>
          <i className="swatch today" aria-hidden="true" />
          {words.today}
        </span>
        {planned.some((time) => time > now) && (
          <span>
            <i className="planned" aria-hidden="true">
              ◇
            </i>{' '}
            {words.legend.planned}
          </span>
        )}
        {planned.some((time) => time <= now) && (
          <span>
            <i className="planned" aria-hidden="true">
              ◆
            </i>{' '}
            {words.legend.due}
          </span>
        )}
        {spans.some((span) => overlapOf(spans, span)) && <span>▨ {words.legend.overlap}</span>}
        {spans.some(({ to }) => to > domain.to) && <span>› {words.legend.beyond}</span>}
      </p>
    </>
  );
}
