import {
  LEVELS,
  type Level,
  RULES,
  type Rule,
  SOURCES,
  type Source,
} from '../../../src/mediation/lint/index.ts';

const TITLES: Readonly<Record<Level, string>> = { error: 'Errors', warning: 'Warnings', hint: 'Hints' };

const listOf = (sources: readonly Source[]) => sources.map((source) => SOURCES[source]).join('; ');

function paragraphs({ id, text, action, sources, statistics }: Rule): string {
  const needs = statistics ? ' It needs statistics.' : '';
  return [`### ${id}`, `${text}${needs}`, `What to do: ${action}`, `Source: ${listOf(sources)}.`].join(
    '\n\n',
  );
}

/** All rules of the linter by level, with an anchor for each. */
export function lintRules(): string {
  return LEVELS.map((level) => {
    const rules = RULES.filter((rule) => rule.level === level);
    return [`## ${TITLES[level]}`, ...rules.map(paragraphs)].join('\n\n');
  }).join('\n\n');
}
