import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import { colourOf, DAY_STEPS, fontOf, HEIGHT, useScheme } from './canvas.ts';
import { ticksAround, ticksFromZero } from './ticks.ts';

/** A line of a chart. */
export interface Line {
  /** Null where there is no value. */
  readonly values: readonly (number | null)[];
  /** A token of the colours. */
  readonly colour: string;
  readonly isDashed?: boolean;
  /** Whether the area below it is filled, if the axis begins at zero. */
  readonly isFilled?: boolean;
}

export interface LinesProps {
  /** Days as seconds since the epoch, at midnight of UTC. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  /** Text of a tick of the time axis, from milliseconds. */
  readonly timeText: (time: number) => string;
  /** Text of a mark; `isWhole` if all marks of the axis are whole numbers. */
  readonly valueText: (value: number, isWhole: boolean) => string;
  readonly height?: number;
  /** Whether the values are means or rates, whose axis need not begin at zero. */
  readonly areMeans?: boolean;
}

/** Lines over time, without text of its own: the figure around it has the words. */
export default function Lines({ times, lines, timeText, valueText, height = HEIGHT, areMeans }: LinesProps) {
  const host = useRef<HTMLDivElement>(null);
  const scheme = useScheme();
  const texts = useRef({ timeText, valueText });
  texts.current = { timeText, valueText };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the scheme must redraw it.
  useEffect(() => {
    const element = host.current!;
    const grid = { stroke: colourOf('--line'), width: 1 };
    const axes = { stroke: colourOf('--soft'), font: `12px ${fontOf()}`, grid, ticks: grid };
    const all = lines.flatMap(({ values }) => values.filter((value) => value !== null));
    const ticks = areMeans ? ticksAround(all) : ticksFromZero(all);
    const [lowest = 0] = ticks;
    const areWhole = ticks.every(Number.isInteger);
    const size = { width: element.clientWidth, height };
    const plot = new UPlot(
      {
        ...size,
        legend: { show: false },
        cursor: { show: false },
        tzDate: (time) => UPlot.tzDate(new Date(time * 1000), 'UTC'),
        scales: { x: { time: true }, y: { range: [lowest, ticks.at(-1)!] } },
        axes: [
          {
            ...axes,
            space: 70,
            size: 30,
            incrs: DAY_STEPS,
            values: (_, marks) => marks.map((mark) => texts.current.timeText(mark * 1000)),
          },
          {
            ...axes,
            size: 64,
            splits: [...ticks],
            values: (_, marks) => marks.map((mark) => texts.current.valueText(mark, areWhole)),
          },
        ],
        series: [
          {},
          ...lines.map(({ colour, isDashed, isFilled }) => ({
            stroke: colourOf(colour),
            width: 2,
            ...(isDashed && { dash: [5, 4] }),
            ...(isFilled && lowest === 0 && { fill: colourOf('--main-bg') }),
            points: { show: times.length === 1 },
          })),
        ],
      },
      [[...times], ...lines.map(({ values }) => [...values])],
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, lines, scheme, height, areMeans]);
  return <div ref={host} className="area" style={{ minBlockSize: height }} />;
}
