/** A curve of one chart. */
interface Curve {
  readonly name: string;
  readonly values: readonly number[];
}

export interface Chart {
  readonly title: string;
  /** One or two curves. */
  readonly curves: readonly Curve[];
  /** Texts below the axis, at indexes of the values. */
  readonly ticks: readonly (readonly [index: number, text: string])[];
}

const WIDTH = 720;
const HEIGHT = 190;
const PLOT = { left: 76, right: 16, top: 34, bottom: 28 };
const LETTER = 6.6;

const STYLE = `
    text { font: 12px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #59636e; }
    .title { font-weight: 600; font-size: 13px; fill: #1f2328; }
    .grid { stroke: #d1d9e0; stroke-width: 1; }
    .area { fill: #0969da; fill-opacity: .15; stroke: none; }
    .first { fill: none; stroke: #0969da; stroke-width: 1.5; }
    .second { fill: none; stroke: #bc4c00; stroke-width: 1.5; stroke-dasharray: 5 3; }
    @media (prefers-color-scheme: dark) {
      text { fill: #9198a1; } .title { fill: #f0f6fc; } .grid { stroke: #3d444d; }
      .area { fill: #4493f8; } .first { stroke: #4493f8; } .second { stroke: #f0883e; }
    }`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The next number of the form 1, 2 or 5 with zeros. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 5, 10].map((step) => step * unit).find((round) => round >= value) ?? value;
}

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 });

/** Texts at the ends do not leave the picture. */
const anchorAt = (part: number) => (part === 0 ? 'start' : part === 1 ? 'end' : 'middle');

function drawn({ title, curves, ticks }: Chart, top: number): string {
  const length = Math.max(...curves.map(({ values }) => values.length));
  const most = roundUp(Math.max(...curves.flatMap(({ values }) => values)));
  const [width, height] = [WIDTH - PLOT.left - PLOT.right, HEIGHT - PLOT.top - PLOT.bottom];
  const x = (index: number) => (PLOT.left + (index / Math.max(length - 1, 1)) * width).toFixed(1);
  const y = (value: number) => (top + PLOT.top + (1 - value / most) * height).toFixed(1);
  const points = (values: readonly number[]) =>
    values.map((value, index) => `${x(index)},${y(value)}`).join(' ');
  const lines = [0, most / 2, most].map(
    (value) =>
      `<line class="grid" x1="${PLOT.left}" x2="${WIDTH - PLOT.right}" y1="${y(value)}" y2="${y(value)}"/>` +
      `<text x="${PLOT.left - 6}" y="${Number(y(value)) + 4}" text-anchor="end">${number(value)}</text>`,
  );
  const below = ticks.map(
    ([index, text]) =>
      `<text x="${x(index)}" y="${top + HEIGHT - 10}" text-anchor="${anchorAt(index / Math.max(length - 1, 1))}">${escaped(text)}</text>`,
  );
  const drawnCurves = curves.map(({ values }, index) =>
    index === 0
      ? `<polygon class="area" points="${x(0)},${y(0)} ${points(values)} ${x(values.length - 1)},${y(0)}"/><polyline class="first" points="${points(values)}"/>`
      : `<polyline class="second" points="${points(values)}"/>`,
  );
  let end = WIDTH - PLOT.right;
  const names =
    curves.length < 2
      ? []
      : curves.map(({ name }, index) => {
          const [style, at] = [index === 0 ? 'first' : 'second', end - name.length * LETTER];
          end = at - 44;
          return `<line class="${style}" x1="${at - 30}" x2="${at - 8}" y1="${top + 16}" y2="${top + 16}"/><text x="${at}" y="${top + 20}">${escaped(name)}</text>`;
        });
  const heading = `<text class="title" x="0" y="${top + 20}">${escaped(title)}</text>`;
  return [heading, ...names, ...lines, ...drawnCurves, ...below].join('\n  ');
}

/** The charts below each other, readable on light and on dark pages. */
export function pictureOf(title: string, description: string, charts: readonly Chart[]): string {
  const body = charts.map((chart, index) => drawn(chart, index * HEIGHT));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT * charts.length}" role="img" aria-labelledby="title desc">
  <title id="title">${escaped(title)}</title>
  <desc id="desc">${escaped(description)}</desc>
  <style>${STYLE}
  </style>
  ${body.join('\n  ')}
</svg>
`;
}
