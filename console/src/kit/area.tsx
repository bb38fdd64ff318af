import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import { colourOf, DAY_STEPS, fontOf, HEIGHT, useScheme } from './canvas.ts';
import type { Steps } from './steps.ts';
import { ticksFromZero } from './ticks.ts';

export interface AreaProps {
  readonly steps: Steps;
  /** Text of a tick of the time axis, from milliseconds. */
  readonly timeText: (time: number) => string;
  /** Whether these texts are days. */
  readonly isByDay: boolean;
  /** The zone of these texts: ticks stand at its whole hours and days. */
  readonly zone: string;
  readonly valueText: (value: number) => string;
}

/** The colours of the page. */
const colours = () => ({
  axis: colourOf('--soft'),
  grid: colourOf('--line'),
  line: colourOf('--main'),
  fill: colourOf('--main-bg'),
  font: `12px ${fontOf()}`,
});

/** A stepped area over time, without text of its own: the figure around it has the words. */
export default function Area({ steps, timeText, isByDay, zone, valueText }: AreaProps) {
  const host = useRef<HTMLDivElement>(null);
  const scheme = useScheme();
  const texts = useRef({ timeText, valueText });
  texts.current = { timeText, valueText };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the scheme must redraw it.
  useEffect(() => {
    const element = host.current!;
    const { axis, grid, line, fill, font } = colours();
    const ticks = ticksFromZero(steps.values);
    const axes = { stroke: axis, font, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } };
    const plot = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        tzDate: (time) => UPlot.tzDate(new Date(time * 1000), zone),
        scales: { x: { time: true }, y: { range: [0, ticks.at(-1)!] } },
        axes: [
          {
            ...axes,
            space: 90,
            size: 30,
            ...(isByDay && { incrs: DAY_STEPS }),
            values: (_, marks) => marks.map((mark) => texts.current.timeText(mark * 1000)),
          },
          {
            ...axes,
            size: 56,
            splits: [...ticks],
            values: (_, marks) => marks.map((mark) => texts.current.valueText(mark)),
          },
        ],
        series: [
          {},
          {
            stroke: line,
            fill,
            width: 2,
            paths: UPlot.paths.stepped!({ align: 1 }),
            points: { show: false },
          },
        ],
      },
      [[...steps.times], [...steps.values]],
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [steps, isByDay, scheme, zone]);
  return <div ref={host} className="area" />;
}
