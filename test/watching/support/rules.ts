import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { promtool } from './promtool.ts';
import type { Samples } from './samples.ts';

const FOLDER = fileURLToPath(new URL('../../../deploy/prometheus/', import.meta.url));

export const RULE_FILES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.rules.yml'))
  .map((name) => join(FOLDER, name));

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

interface RuleFile {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}

export const RULES: readonly Rule[] = RULE_FILES.flatMap((path) =>
  (parse(readFileSync(path, 'utf8')) as RuleFile).groups.flatMap(({ rules }) => rules),
);

/** Whether a rule reads the series. promtool would need seconds for all of them. */
const isUsed = (series: string) => RULES.some(({ expr }) => expr.includes(series.split('{')[0] ?? ''));

/** Adds the labels that Prometheus gives to every series of a target. */
function targeted(series: string): string {
  const [name = '', labels = ''] = series.replace(/\}$/, '').split('{');
  return `${name}{${[labels, 'job="diptych"', 'instance="one"'].filter((part) => part !== '').join(',')}}`;
}

/** Values in the notation of promtool. `_` is no sample; the last value is repeated. */
function valuesOf(values: readonly (number | undefined)[], held: number): string {
  const last = values.at(-1);
  const each = values.map((value) => (value === undefined ? '_' : String(value)));
  return [...each, last === undefined ? `_x${held}` : `${last}+0x${held}`].join(' ');
}

/** promtool compares only. Its message has what it found instead of nothing. @throws if it failed otherwise */
function found(error: unknown): readonly string[] {
  const [, got] = /\bgot:(.+)/s.exec(String(error)) ?? [];
  if (got === undefined) throw error;
  return [...got.matchAll(/alertname="(\w+)"/g)].map(([, name = '']) => name).sort();
}

/**
 * The alerts that fire after Prometheus has recorded these scrapes, one every few minutes, the last one `held` more
 * times.
 */
export function alertsAfter(scrapes: readonly Samples[], held: number, minutes = 1): readonly string[] {
  const names = [...new Set(scrapes.flatMap((samples) => [...samples.keys()]))].filter(isUsed);
  const series = names.map((name) => ({
    series: targeted(name),
    values: valuesOf(
      scrapes.map((samples) => samples.get(name)),
      held,
    ),
  }));
  const comparison = {
    expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: `${(scrapes.length - 1 + held) * minutes}m`,
    exp_samples: [],
  };
  const interval = `${minutes}m`;
  const tests = [{ interval, input_series: series, promql_expr_test: [comparison] }];
  const folder = mkdtempSync(join(tmpdir(), 'diptych-rules-'));
  const path = join(folder, 'test.yml');
  try {
    writeFileSync(path, stringify({ rule_files: RULE_FILES, evaluation_interval: interval, tests }));
    promtool('test', 'rules', path);
    return [];
  } catch (error) {
    return found(error);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
