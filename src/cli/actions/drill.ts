import { SIGNED_DOCUMENTS } from '../../admin/contract/words.ts';
import { signatureProblem } from '../../audit/index.ts';
import { nextDrillTime } from '../../client/drills.ts';
import { loadSettings } from '../../server/config/load-settings.ts';
import { type DrillReport, parseSignedReport } from '../../server/drill/drill-report.ts';
import { runDrill } from '../../server/drill/run-drill.ts';
import { dataFolder } from '../../server/files/data-folder.ts';
import { recordDrill } from '../../server/files/last-drill.ts';
import { Declined } from '../cli-errors.ts';
import { atSignal, EXIT } from '../exit.ts';
import { print, progress, SILENT } from '../output.ts';
import { evidenceIn, sealKeyDigest } from '../read-document.ts';
import { addressOption } from '../secret-input.ts';
import { writeWhole } from '../write-whole.ts';

interface Options {
  readonly config?: string;
  readonly data?: string;
  readonly drillDatabase?: string;
  readonly out?: string;
  readonly json?: boolean;
}

const COPIES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

function reportText(report: DrillReport): readonly string[] {
  const { reached, role, startTime, msos, left, credentials, dates, database, notRehearsed = [] } = report;
  const copy = database === undefined ? 'a copy of the data' : `a copy of the data in ${COPIES[database]}`;
  const privateKey = report.custody?.standIns ? 'the stand-in of the private key' : 'the private key';
  return [
    `drill of ${startTime}: the ${role} key is compromised, on ${copy}`,
    `  ${seconds(reached.copied)} to copy the data`,
    `  ${seconds(reached.stopped)} until the key was stopped and replaced`,
    `  ${seconds(reached.signedByNewKey)} until the new key signed a document`,
    `  ${seconds(reached.listsPublished)} until ${report.statusLists} status lists were published`,
    `  ${seconds(reached.counted)} until the ${SIGNED_DOCUMENTS.first} were counted: ${left} of ${msos}, on ${credentials} ${credentials === 1 ? 'device' : 'devices'}`,
    `  ${privateKey} ${report.isPrivateKeyDestroyed ? 'was destroyed' : 'WAS NOT DESTROYED'}`,
    `  ${report.documentsPerSecond} documents a second; one process signs all of them again in ${report.secondsForAll} s`,
    ...notRehearsed.map((text) => `  not rehearsed: ${text}`),
    'In the worst case:',
    ...dates.map(({ time, text }) => `  ${time}  ${text}`),
  ];
}

/** SIGHUP too: a lost connection to the machine must not leave a copy of the data behind. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Shows each step. A signal ends the drill at the next one, so that the copy is deleted. */
async function watched<T>(json: boolean, work: (observe: (step: string) => void) => Promise<T>): Promise<T> {
  const shown = json ? SILENT : progress();
  let stoppedBy: NodeJS.Signals | undefined;
  const release = atSignal((signal) => {
    stoppedBy = signal;
  }, SIGNALS);
  try {
    return await work((step) => {
      if (stoppedBy) throw new Declined('stopped by a signal; the copy was deleted');
      shown.at(step);
    });
  } finally {
    shown.end();
    release();
    // Node aborts at its exit if the terminal is gone. The signal ends the process without that.
    if (stoppedBy === 'SIGHUP') process.kill(process.pid, stoppedBy);
  }
}

/** Practises a compromise on a copy of the data, and writes the signed report. */
export async function drill(
  role: DrillReport['role'],
  { config, data, drillDatabase, out, json = false }: Options,
) {
  const settings = loadSettings({ file: config, environment: process.env, options: { data } });
  const database = drillDatabase && addressOption(drillDatabase, { option: '--drill-database', json });
  const signed = await watched(json, (observe) =>
    runDrill(settings, role as Parameters<typeof runDrill>[1], { database, observe }),
  );
  const file = out ?? `drill-${role}-${signed.report.startTime.slice(0, 10)}.json`;
  writeWhole(file, `${JSON.stringify(signed, undefined, 2)}\n`);
  recordDrill(dataFolder(settings.data), { time: signed.report.endTime, role });
  print({ ...signed, file }, { json }, () =>
    [
      ...reportText(signed.report),
      `Written, signed by the key of the seals: ${file}`,
      `Next: diptych keys check-drill ${file} --seal-key KEY, with the key that diptych seals status shows.`,
      `Keep the report. Practise again by ${nextDrillTime(signed.report.endTime).slice(0, 10)}.`,
    ].join('\n'),
  );
}

interface CheckOptions {
  readonly sealKey: string;
  readonly json?: boolean;
}

/** Checks the signature of a report, without a server. */
export function checkDrill(file: string, { sealKey, json = false }: CheckOptions): void {
  const key = sealKeyDigest(sealKey);
  const signed = evidenceIn(file, parseSignedReport, 'a report of diptych keys drill');
  const problem = signatureProblem(signed.report, signed, key);
  const verdict = problem === undefined ? 'the signature verifies' : `WRONG  ${problem}`;
  print({ ...signed, ...(problem !== undefined && { problem }) }, { json }, () =>
    [...reportText(signed.report), verdict].join('\n'),
  );
  if (problem !== undefined) process.exitCode = EXIT.failed;
}
