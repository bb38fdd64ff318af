import { COMMON_FIELDS, LOG_LINES } from '../docs/reference/log-lines.ts';

const LEVELS: Readonly<Record<number, string>> = { 30: 'info', 40: 'warn', 50: 'error' };

const LINES = Object.values(LOG_LINES).flat();

const documented = (msg: string) =>
  LINES.find((line) => (line.msg.endsWith('…') ? msg.startsWith(line.msg.slice(0, -1)) : line.msg === msg));

/** What docs/reference/log-fields.md does not have of a line. */
function undocumented(text: string): readonly string[] {
  const { msg, level, ...members } = JSON.parse(text) as { readonly msg: string; readonly level: number };
  const line = documented(msg);
  if (line === undefined) return [`the line "${msg}"`];
  const known: readonly string[] = [...COMMON_FIELDS, ...line.fields];
  return [
    ...Object.keys(members)
      .filter((name) => !known.includes(name))
      .map((name) => `the member ${name} of "${msg}"`),
    ...(line.level.split(' or ').includes(LEVELS[level] ?? '') ? [] : [`the level ${level} of "${msg}"`]),
  ];
}

/** Compares the lines that a server wrote with the documentation of the log. */
export function checkLog(log: readonly string[]): void {
  const missing = new Set(log.flatMap(undocumented));
  if (missing.size === 0) return;
  throw new Error(`add to test/docs/reference/log-lines.ts, then npm run docs:\n${[...missing].join('\n')}`);
}
