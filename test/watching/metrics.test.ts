import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { THRESHOLDS } from '../../src/keys/expiry.ts';
import { describedMetrics } from '../docs/reference/metrics-table.ts';
import { useWorld } from '../support/use-world.ts';
import { DASHBOARDS, EXPRESSIONS, selectorsOf } from './support/expressions.ts';
import { RULES } from './support/rules.ts';
import { metricsOf } from './support/samples.ts';

const world = useWorld();

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TESTS = join(ROOT, 'test');

/** The series of a metric. */
const seriesOf = (name: string, type: string) =>
  type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => `${name}${suffix}`) : [name];

/** Labels that Prometheus adds, and the label of buckets. */
const ADDED = ['instance', 'job', 'le'];

describe('The dashboards and alert rules of deploy', () => {
  it('every metric that they name is in /metrics of a running server', async () => {
    const text = await metricsOf(world().server.adminUrl);
    const served = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type = '']) =>
      seriesOf(name, type),
    );
    const missing = EXPRESSIONS.flatMap(({ place, expr }) =>
      selectorsOf(expr)
        .filter(({ name }) => !served.includes(name))
        .map(({ name }) => `${place}: ${name}`),
    );
    expect(missing).toEqual([]);
    expect(EXPRESSIONS.filter(({ expr }) => selectorsOf(expr).length === 0 && !/\bup\{/.test(expr))).toEqual(
      [],
    );
  });

  it('every label by which they select or group belongs to the metric', () => {
    const labels = new Map(
      describedMetrics().flatMap(({ name, type, labelNames }) =>
        seriesOf(name, type).map((series) => [series, [...labelNames, ...ADDED]] as const),
      ),
    );
    const wrong = EXPRESSIONS.flatMap(({ place, expr }) => {
      const grouped = [...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list = '']) =>
        list.split(/, */),
      );
      return selectorsOf(expr).flatMap(({ name, labels: selected }) =>
        [...selected, ...grouped]
          .filter((label) => !labels.get(name)?.includes(label))
          .map((label) => `${place}: ${name} has no label ${label}`),
      );
    });
    expect(wrong).toEqual([]);
  });

  it('panels of a dashboard have ids of their own and do not overlap', () => {
    for (const { title, panels } of DASHBOARDS) {
      expect(new Set(panels.map(({ id }) => id)).size, title).toBe(panels.length);
      const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
        Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
      );
      expect(new Set(cells).size, title).toBe(cells.length);
    }
    expect(DASHBOARDS.map(({ uid }) => uid).sort()).toEqual([
      'diptych-issuer',
      'diptych-mediation',
      'diptych-runtime',
    ]);
  });

  it('each alert has a summary, and a section of docs/operate/watching.md that says what to do', () => {
    const page = readFileSync(`${ROOT}docs/operate/watching.md`, 'utf8');
    const headings = [...page.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name.toLowerCase());
    for (const { alert, annotations } of RULES) {
      const [path = '', anchor = ''] = annotations.runbook.split('#');
      expect([existsSync(`${ROOT}${path}`), headings.includes(anchor)], alert).toEqual([true, true]);
      expect(annotations.summary, alert).not.toBe('');
      expect(page, alert).toContain(alert);
    }
  });

  it.each(['critical', 'warning'])('docs/operate/watching.md lists each alert that is %s', (severity) => {
    const page = readFileSync(`${ROOT}docs/operate/watching.md`, 'utf8');
    const names = RULES.filter(({ labels }) => labels.severity === severity).map(({ alert }) => alert);
    const listed = new RegExp(`^\\| \`${severity}\` \\|.*\\| (.*) \\|$`, 'm').exec(page)?.[1] ?? '';
    expect(listed.split(', ').map((name) => `Diptych${name}`)).toEqual(names.sort());
  });

  it('a summary that says how long ago something was gets a positive duration', () => {
    const ago = RULES.filter(({ annotations }) => / ago\b/.test(annotations.summary));
    expect(ago.length).toBeGreaterThan(2);
    for (const { alert, expr } of ago) expect(expr, alert).toMatch(/ > /);
  });

  it('each alert fires in a test', () => {
    const files = globSync('{watching,faults}/*.long.test.ts', { cwd: TESTS });
    const texts = files.map((name) => readFileSync(join(TESTS, name), 'utf8'));
    const fired = new Set(texts.flatMap((text) => text.match(/(?<=')Diptych[A-Z]\w+(?=')/g) ?? []));
    expect(RULES.map(({ alert }) => alert).filter((alert) => !fired.has(alert))).toEqual([]);
  });

  it('certificates alert as many days before their end as the server warns', () => {
    const daysOf = (name: string, role: string) => {
      const { expr = '' } = RULES.find(({ alert }) => alert === name) ?? {};
      const part = expr.split(' or ').find((one) => one.includes(role)) ?? '';
      return Number(/< (\d+) \* 86400/.exec(part)?.[1]);
    };
    for (const [role, { warn, error }] of Object.entries(THRESHOLDS))
      expect([daysOf('DiptychKeyExpiresSoon', role), daysOf('DiptychKeyExpires', role)], role).toEqual([
        warn,
        error,
      ]);
  });
});
