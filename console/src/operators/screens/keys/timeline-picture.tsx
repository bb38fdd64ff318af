import { formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { Key, Step } from './next-step.ts';
import { at, barOf, type Domain, overlapOf, type Span, ticksOf } from './timeline.ts';

const ROW = 46;
const HEAD = 26;
const FOOT = 18;
const BAR = { top: 20, height: 16 };

export const spanOf = ({ id, role, stage, notBeforeTime, notAfterTime }: Key): Span => ({
  id,
  role,
  stage,
  from: Date.parse(notBeforeTime),
  to: Date.parse(notAfterTime),
});

const percent = (value: number) => `${value}%`;

const monthOf = (time: number) =>
  new Intl.DateTimeFormat(formattingLocale(), { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    time,
  );

interface RowProps {
  readonly span: Span;
  readonly spans: readonly Span[];
  readonly step: Step;
  readonly domain: Domain;
  readonly top: number;
}

function Row({ span, spans, step, domain, top }: RowProps) {
  const { keys: words } = useMessages();
  const bar = barOf(domain, span);
  const overlap = overlapOf(spans, span);
  const hatched = overlap && barOf(domain, overlap);
  const y = top + BAR.top;
  const roles: Readonly<Record<string, string>> = words.roles;
  const stages: Readonly<Record<string, string>> = words.stages;
  const planned =
    step.kind === 'rotate' && step.at !== undefined && step.at < domain.to ? step.at : undefined;
  return (
    <g>
      <text className="name" x="0" y={top + 13}>
        {roles[span.role] ?? span.role}
        <tspan className="soft"> · {stages[span.stage] ?? span.stage}</tspan>
      </text>
      <rect className="track" x="0" y={y} width="100%" height={BAR.height} rx="4" />
      {bar && (
        <rect
          className={`bar ${span.stage}`}
          x={percent(bar.start)}
          y={y}
          width={percent(bar.width)}
          height={BAR.height}
          rx="4"
        />
      )}
      {hatched && (
        <rect
          x={percent(hatched.start)}
          y={y}
          width={percent(hatched.width)}
          height={BAR.height}
          fill="url(#hatch)"
        />
      )}
      {bar?.isCutAfter && (
        <svg x="100%" y={y} width="14" height={BAR.height} overflow="visible" aria-hidden="true">
          <path d="M-12 3 L-5 8 L-12 13" className="beyond" />
        </svg>
      )}
      {planned !== undefined && (
        <svg x={percent(at(domain, planned))} y={y + BAR.height / 2} overflow="visible" aria-hidden="true">
          <path className="planned" d="M0 -8 L8 0 L0 8 L-8 0 Z" />
        </svg>
      )}
    </g>
  );
}

interface PictureProps {
  readonly rows: readonly { readonly span: Span; readonly step: Step }[];
  readonly domain: Domain;
  readonly now: number;
}

/**
 * Validity of certificates as bars over time. Horizontal positions are percentages, so that text keeps its size on a
 * phone.
 */
export function TimelinePicture({ rows, domain, now }: PictureProps) {
  const { keys: words } = useMessages();
  const bottom = HEAD + rows.length * ROW;
  const spans = rows.map(({ span }) => span);
  const today = percent(at(domain, now));
  const ticks = ticksOf(domain);
  return (
    <>
      <svg className="timeline" height={bottom + FOOT} aria-hidden="true">
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
            <line className="grid" x1={percent(tick.at)} x2={percent(tick.at)} y1={HEAD - 6} y2={bottom} />
            <text
              x={percent(tick.at)}
              y="14"
              textAnchor={tick.at > 92 ? 'end' : tick.at < 6 ? 'start' : 'middle'}
            >
              {monthOf(tick.time)}
            </text>
          </g>
        ))}
        <line className="today" x1={today} x2={today} y1={HEAD - 8} y2={bottom} />
        {rows.map(({ span, step }, index) => (
          <Row key={span.id} span={span} spans={spans} step={step} domain={domain} top={HEAD + index * ROW} />
        ))}
        <text className="today-name" x={today} y={bottom + 14} textAnchor="middle">
          {words.today}
        </text>
      </svg>
      <p className="legend soft small">
        {(['active', 'next', 'grace'] as const).map((stage) => (
          <span key={stage}>
            <i className={`swatch ${stage}`} aria-hidden="true" />
            {words.stages[stage]}
          </span>
        ))}
        <span>
          <i className="swatch today" aria-hidden="true" />
          {words.today}
        </span>
        <span>◆ {words.legend.planned}</span>
        <span>▨ {words.legend.overlap}</span>
        <span>› {words.legend.beyond}</span>
      </p>
    </>
  );
}
