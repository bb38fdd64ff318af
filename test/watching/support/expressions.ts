import { readdirSync, readFileSync } from 'node:fs';
import { RULES } from './rules.ts';

const GRAFANA = new URL('../../../deploy/grafana/', import.meta.url);

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

export interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

export const DASHBOARDS: readonly Dashboard[] = readdirSync(GRAFANA)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, GRAFANA), 'utf8')) as Dashboard);

interface Expression {
  readonly place: string;
  /** PromQL without the variables of Grafana. */
  readonly expr: string;
}

/** Grafana replaces its variables before Prometheus reads an expression. */
const withoutVariables = (expr: string) =>
  expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');

/** Every expression of the alert rules and of the dashboards. */
export const EXPRESSIONS: readonly Expression[] = [
  ...RULES.map(({ alert, expr }) => ({ place: alert, expr })),
  ...DASHBOARDS.flatMap(({ title, panels }) =>
    panels.flatMap((panel) =>
      (panel.targets ?? []).map(({ expr }) => ({
        place: `${title} / ${panel.title}`,
        expr: withoutVariables(expr),
      })),
    ),
  ),
];

/** A name before a selector, a range or the end of an operand, with the labels that the selector compares. */
const SELECTOR = /\b((?:diptych|process|nodejs)_\w+)(?:\{([^}]*)\})?/g;

export interface Selector {
  readonly name: string;
  readonly labels: readonly string[];
}

export function selectorsOf(expr: string): readonly Selector[] {
  return [...expr.matchAll(SELECTOR)].map(([, name = '', labels = '']) => ({
    name,
    labels: [...labels.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));
}
