// Finds regular expressions in src whose time grows faster than the length of the text: whoever sends such a
// text can block the server. `scslre` finds loops that can exchange characters, and searches that start again
// at every position. `overruns` also finds searches whose beginning matches inside their continuation, as in
// /<a>.*<b>/ on "<a><a><a>…".
import { readdirSync, readFileSync } from 'node:fs';
import { RegExpParser } from '@eslint-community/regexpp';
import { isDisjointWith, JS, NFA } from 'refa';
import { analyse } from 'scslre';
import ts from 'typescript';

/** Expressions that are known to be slow. If the check does not find them, the check is broken. */
const CANARIES = [
  /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/,
  /\s+$/,
  /^(a+)+$/,
  /<title>(.*?)<\/title>/,
];

/** The automaton of a part of an expression. */
function automaton(source, flags) {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags }).parse({
    assertions: 'ignore',
    backreferences: 'unknown',
  });
  return NFA.fromRegex(expression, { maxCharacter }, { unknowns: 'disable', assertions: 'disable' });
}

function overruns(source, flags) {
  if (flags.includes('y')) return [];
  const { alternatives } = new RegExpParser().parsePattern(source, 0, source.length, flags.includes('u'));
  const found = [];
  for (const { elements } of alternatives) {
    if (elements[0]?.type === 'Assertion' && elements[0].kind === 'start') continue;
    for (const [index, element] of elements.entries()) {
      const isInside = index > 0 && index < elements.length - 1;
      const isLoop = (one) =>
        (one.type === 'Quantifier' && one.max === Number.POSITIVE_INFINITY) ||
        (one.type === 'CapturingGroup' && one.alternatives.every((way) => way.elements.some(isLoop)));
      if (!isInside || !isLoop(element)) continue;
      const start = elements.slice(0, index).map(({ raw }) => raw);
      if (!isDisjointWith(automaton(start.join(''), flags), automaton(element.raw, flags)))
        found.push(`starts anew at each ${start.join('')}`);
    }
  }
  return found;
}

/** The reasons why an expression is slow. */
function problemsOf(source, flags) {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } });
  return [...reports.map(({ type }) => `is slow (${type})`), ...overruns(source, flags)];
}

/** Source, flags and position of each expression in a file. Expressions made from variables are not checked. */
function expressionsIn(path) {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    const note = (source, flags) => found.push({ place: `${path}:${line + 1}`, source, flags });
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      note(node.text.slice(1, end), node.text.slice(end + 1));
    } else if (ts.isNewExpression(node) && node.expression.getText(file) === 'RegExp') {
      const [pattern, flags] = node.arguments ?? [];
      if (pattern && ts.isStringLiteralLike(pattern)) note(pattern.text, flags?.text ?? '');
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

const files = readdirSync('src', { recursive: true }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);
const expressions = files.flatMap((name) => expressionsIn(`src/${name.replaceAll('\\', '/')}`));

const lines = expressions.flatMap(({ place, source, flags }) =>
  problemsOf(source, flags).map((problem) => `${place} /${source}/${flags} ${problem}`),
);
for (const { source, flags } of CANARIES)
  if (problemsOf(source, flags).length === 0) lines.push(`the check does not find /${source}/${flags}`);
if (expressions.length < 100) lines.push(`only ${expressions.length} expressions were seen`);

process.stdout.write(lines.map((line) => `${line}\n`).join(''));
process.exit(lines.length === 0 ? 0 : 1);
