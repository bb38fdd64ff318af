import type { CaseReport, Report } from './contract.ts';
import { isKnownFailure } from './summary.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML and HTML. Control characters are not allowed in XML 1.0. */
export const escaped = (text: string): string =>
  text
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\u{10FFFF}]/gu, '�');

/** Neither a known failure nor a case without a verdict is a pass: JUnit calls them skipped. */
function outcome(one: CaseReport): string {
  const reason = escaped(one.reason ?? '');
  if (isKnownFailure(one)) return `<skipped message="known failure: ${escaped(one.known ?? '')}"/>`;
  if (one.result === 'fail') return `<failure message="${reason}" type="${one.clause}"/>`;
  if (one.result === 'notRun') return `<skipped message="not run: ${reason}"/>`;
  if (one.result === 'inconclusive') return `<skipped message="inconclusive: ${reason}"/>`;
  return one.result === 'warning' ? `<system-out>warning: ${reason}</system-out>` : '';
}

function testCase(one: CaseReport): string {
  const { id, level, section, milliseconds } = one;
  const attributes = `name="${escaped(id)}" classname="${escaped(`${level}.${section}`)}" time="${milliseconds / 1000}"`;
  const inner = outcome(one);
  return inner ? `    <testcase ${attributes}>${inner}</testcase>` : `    <testcase ${attributes}/>`;
}

function suite(section: string, cases: readonly CaseReport[]): string {
  const outcomes = cases.map(outcome);
  const failures = outcomes.filter((text) => text.startsWith('<failure')).length;
  const skipped = outcomes.filter((text) => text.startsWith('<skipped')).length;
  const head = `name="${escaped(section)}" tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
  return [`  <testsuite ${head}>`, ...cases.map(testCase), '  </testsuite>'].join('\n');
}

/** One testcase for each case, one testsuite for each section. */
export function junitOf({ catalogue, cases }: Report): string {
  const sections = Map.groupBy(cases, ({ section }) => section);
  const suites = [...sections].map(([section, ones]) => suite(section, ones));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="diptych conformance: ${catalogue.interface}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}
