import { type Diagnosis, diagnose, type Level } from '../../server/doctor/index.ts';
import { EXIT } from '../exit.ts';
import { print } from '../output.ts';

interface Options {
  readonly config?: string;
  readonly data?: string;
  readonly json?: boolean;
}

const MARKS: Record<Level, string> = { ok: 'ok      ', warning: 'WARNING ', failure: 'FAILURE ' };

export function report({ level, findings }: Diagnosis): string {
  const lines = findings.map(({ check, level: found, text, remedy }) => {
    const line = `${MARKS[found]}${check}: ${text}`;
    return remedy === undefined ? line : `${line}\n          -> ${remedy}`;
  });
  const count = (wanted: Level) => findings.filter((finding) => finding.level === wanted).length;
  const sum = `failures: ${count('failure')}, warnings: ${count('warning')}`;
  return [...lines, '', level === 'ok' ? 'Everything is in order.' : sum].join('\n');
}

export async function doctor({ config, data, json }: Options): Promise<void> {
  const file = config ?? process.env.DIPTYCH_CONFIG;
  const diagnosis = await diagnose({ file, environment: process.env, options: { data } });
  print(diagnosis, { json: json === true }, () => report(diagnosis));
  if (diagnosis.level === 'failure') process.exitCode = EXIT.failed;
}
