import type { CaseReport, Report } from './contract.ts';
import { STYLE } from './html-style.ts';
import { escaped } from './junit.ts';
import { isKnownFailure, isNewFailure, isUnexpectedPass, LEVELS } from './summary.ts';

const WORDS: Readonly<Record<CaseReport['result'], readonly [text: string, style: string]>> = {
  pass: ['passed', 'pass'],
  warning: ['warning', 'warning'],
  fail: ['failed', 'fail'],
  notRun: ['not run', 'other'],
  inconclusive: ['inconclusive', 'other'],
};

/** What the reason says. */
const FOUND: Readonly<Record<CaseReport['result'], string>> = {
  pass: '',
  warning: 'Found',
  fail: 'Found',
  notRun: 'Not run',
  inconclusive: 'No verdict',
};

function badge(one: CaseReport): string {
  const [text, style] = isKnownFailure(one) ? ['known failure', 'warning'] : WORDS[one.result];
  return `<span class="result ${style}">${text}</span>`;
}

const shapeText = (shape: unknown) => (typeof shape === 'string' ? shape : JSON.stringify(shape, null, 1));

/** The newest exchanges of a case: those that it failed with. */
const SHOWN = 6;

function exchangesOf({ result, exchanges, omittedExchanges }: CaseReport): string {
  if (result === 'pass' || exchanges.length === 0) return '';
  const earlier = omittedExchanges + exchanges.length - Math.min(exchanges.length, SHOWN);
  const more = earlier > 0 ? `<p class="soft">${earlier} earlier ones are in report.json</p>` : '';
  const shown = exchanges.slice(-SHOWN).map(({ operation, status, milliseconds, request, answer }) => {
    const head = `${operation}: ${status === undefined ? 'no answer' : `HTTP ${status}`}, ${milliseconds} ms`;
    const parts = [
      `Request ${shapeText(request)}`,
      ...(answer === undefined ? [] : [`Answer ${shapeText(answer)}`]),
    ];
    return `<p>${escaped(head)}</p><pre>${escaped(parts.join('\n\n'))}</pre>`;
  });
  return `<details><summary class="soft">Requests and answers, without their content</summary>${more}${shown.join('')}</details>`;
}

function caseOf(one: CaseReport): string {
  const { id, level, title, reason, known } = one;
  const lines = [
    `<p>${badge(one)} <code>${escaped(id)}</code> <span class="soft">${level}</span></p>`,
    `<p>${escaped(title)}</p>`,
    ...(reason === undefined ? [] : [`<p class="reason">${escaped(`${FOUND[one.result]}: ${reason}`)}</p>`]),
    ...(known === undefined ? [] : [`<p class="soft">Known failure: ${escaped(known)}</p>`]),
    ...(isUnexpectedPass(one)
      ? ['<p class="warning">It passes now: remove it from the known failures.</p>']
      : []),
    exchangesOf(one),
  ];
  return `<div class="case">${lines.join('')}</div>`;
}

function sectionOf(name: string, cases: readonly CaseReport[]): string {
  const passed = cases.filter(({ result }) => result === 'pass').length;
  const failed = cases.filter(isNewFailure).length;
  const failures = failed > 0 ? ` <span class="fail">${failed} failed</span>` : '';
  return `<details class="section"><summary>${escaped(name)} <span class="soft">${passed} of ${cases.length} passed</span>${failures}</summary>${cases.map(caseOf).join('')}</details>`;
}

const GROUPS: readonly (readonly [heading: string, has: (one: CaseReport) => boolean])[] = [
  ['Failed', isNewFailure],
  ['Known failures', isKnownFailure],
  ['Known failures that pass', isUnexpectedPass],
  ['Warnings', ({ result }) => result === 'warning'],
  ['Without a verdict', ({ result }) => result === 'inconclusive'],
];

/** What a reader looks for first. */
const differences = ({ cases }: Report): string =>
  GROUPS.map(([heading, has]) => {
    const found = cases.filter(has);
    return found.length === 0 ? '' : `<h2>${heading}</h2>${found.map(caseOf).join('')}`;
  }).join('');

function verdict({ cases }: Report): string {
  const failed = cases.filter(isNewFailure).length;
  if (failed > 0)
    return `<p class="verdict fail">${failed === 1 ? '1 case failed' : `${failed} cases failed`}</p>`;
  const known = cases.filter(isKnownFailure).length;
  const open = cases.filter(({ result }) => result === 'notRun' || result === 'inconclusive').length;
  const rest = [
    ...(known > 0 ? [`; ${known} known to fail`] : []),
    ...(open > 0 ? [`; ${open} of ${cases.length} cases have no verdict`] : []),
  ];
  return `<p class="verdict ${rest.length > 0 ? 'other' : 'pass'}">No case failed${rest.join('')}</p>`;
}

function card(level: (typeof LEVELS)[number], { levels }: Report): string {
  const { cases, pass, warning, fail, knownFailure, notRun, inconclusive } = levels[level];
  const others = [
    [fail, 'failed'],
    [knownFailure, 'known to fail'],
    [warning, 'with warnings'],
    [notRun, 'not run'],
    [inconclusive, 'inconclusive'],
  ] as const;
  const shown = others.flatMap(([count, text]) => (count > 0 ? [`${count} ${text}`] : []));
  const text = shown.length > 0 ? shown.join(', ') : cases > 0 ? 'all passed' : 'no cases';
  return `<div class="card"><span class="soft">${level}</span><strong>${pass} / ${cases}</strong><span class="soft">${text}</span></div>`;
}

const timeOf = (time: string) => time.slice(0, '2026-01-31T23:59:59'.length).replace('T', ' ');

function factsOf(report: Report): string {
  const {
    target,
    profile,
    setup,
    hooks,
    startTime,
    endTime,
    requests,
    seed,
    runner,
    catalogue,
    signedBy,
    summary,
  } = report;
  const rows: readonly (readonly [string, string])[] = [
    ['Server', `${target.baseUrl} (${target.id})`],
    ...target.certificates.map(({ operation, sha256 }) => [operation, `SHA-256 ${sha256}`] as const),
    ['Profile', `${profile}, ${hooks ? 'with' : 'without'} hooks`],
    ['Set up', setup.join(', ') || 'nothing'],
    ['Time', `${timeOf(startTime)} to ${timeOf(endTime)} UTC`],
    ['Summary', summary],
    ['Requests', String(requests)],
    ['Seed', seed],
    ['Runner', `diptych ${runner.version}, commit ${runner.commit}`],
    ['Catalogue', `${catalogue.interface}, ${catalogue.cases} cases, SHA-256 ${catalogue.sha256}`],
    ['Signed by', signedBy === undefined ? 'nobody' : `SHA-256 of the public key ${signedBy}`],
    ...report.leftBehind.map((text) => ['Left behind', text] as const),
  ];
  return `<dl>${rows.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`;
}

/** One page without scripts and without other files. */
export function htmlOf(report: Report): string {
  const sections = Map.groupBy(report.cases, ({ section }) => section);
  const title = `Conformance of the ${report.catalogue.interface} interface`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${verdict(report)}
<div class="cards">${LEVELS.map((level) => card(level, report)).join('')}</div>
${factsOf(report)}
${differences(report)}
<h2>All cases</h2>
${[...sections].map(([name, cases]) => sectionOf(name, cases)).join('\n')}
</body>
</html>
`;
}
