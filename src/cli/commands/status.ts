import type { Command } from 'commander';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { nextDrillTime } from '../../client/drills.ts';
import { reach } from '../../client/transport/node.ts';
import { DAY, HOUR, MINUTE } from '../../conventions/time.ts';
import { TOKEN_NOT_SAVED } from '../../server/files/token-keys.ts';
import { callAdmin } from '../admin/client.ts';
import { adminServerOf, type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { methodCommand } from '../admin/method-command.ts';
import { EXIT } from '../exit.ts';
import { print } from '../output.ts';

type Status = AdminResponse<'getStatus'>;

/** `3 days`, `5 hours`, `12 minutes`: the largest unit of which there are at least two. */
function span(milliseconds: number): string {
  for (const [unit, name] of [
    [DAY, 'days'],
    [HOUR, 'hours'],
    [MINUTE, 'minutes'],
  ] as const)
    if (milliseconds >= 2 * unit) return `${Math.floor(milliseconds / unit)} ${name}`;
  return `${Math.max(0, Math.floor(milliseconds / 1000))} seconds`;
}

const GIB = 1024 ** 3;

const countOf = ({ count, isCapped }: { readonly count: number; readonly isCapped: boolean }) =>
  isCapped ? `more than ${count}` : String(count);

type Row = readonly [name: string, text: string];
type Queues = NonNullable<Status['queues']>;
type Oldest = (at: string | undefined) => string;

const proofingRow = (
  { pending, challenged, oldestTime }: NonNullable<Queues['proofings']>,
  oldest: Oldest,
): Row => [
  'proofings',
  `${countOf(pending)} wait for a decision${oldest(oldestTime)}; ${countOf(challenged)} challenged`,
];

function notificationRow({ isOn, ...counts }: NonNullable<Queues['notifications']>, oldest: Oldest): Row {
  const { waiting, failed, oldestTime } = counts;
  const sent = `${waiting} wait for the wallet platform${oldest(oldestTime)}; ${failed} given up`;
  const off = 'off: issuer.notifications.url is not set';
  return ['notifications', isOn ? sent : waiting + failed === 0 ? off : `${off}; ${sent}`];
}

function queueRows({ queues, time }: Status): readonly Row[] {
  if (queues === undefined) return [['queues', 'unknown: the database does not answer']];
  const { proofings, approvals, notifications } = queues;
  const oldest: Oldest = (at) =>
    at === undefined ? '' : `, the oldest for ${span(Date.parse(time) - Date.parse(at))}`;
  return [
    ...(proofings ? [proofingRow(proofings, oldest)] : []),
    ['approvals', `${countOf(approvals)} wait for a second person`],
    ...(notifications ? [notificationRow(notifications, oldest)] : []),
  ];
}

function expiryRows(status: Status): readonly (readonly [string, string])[] {
  const { expiries, revocationListTime, statusListTime, time } = status;
  const now = Date.parse(time);
  const rows = expiries.map(({ name, time: end }): [string, string] => {
    const left = Date.parse(end) - now;
    return [
      name,
      left < 0 ? `ended ${span(-left)} ago, ${end}` : `ends in ${span(left)}, ${end.slice(0, 10)}`,
    ];
  });
  const ago = (at: string) => `${span(now - Date.parse(at))} ago`;
  if (statusListTime !== undefined) rows.push(['status lists', `published ${ago(statusListTime)}`]);
  if (revocationListTime !== undefined)
    rows.push(['revocation list', `downloaded ${ago(revocationListTime)}`]);
  return rows;
}

function anchorRows({ anchors = [], time }: Status): readonly (readonly [string, string])[] {
  return anchors.map(({ kind, seal, time: at, lagSeconds }) => {
    const newest =
      at === undefined ? 'none yet' : `seal ${seal}, ${span(Date.parse(time) - Date.parse(at))} ago`;
    const lag = lagSeconds === 0 ? '' : `; newer seals wait for ${span(lagSeconds * 1000)}`;
    return [`anchor ${kind}`, newest + lag];
  });
}

function retentionRows({ retention, time }: Status): readonly (readonly [string, string])[] {
  const { auditLogStartTime: start, purgeTime } = retention ?? {};
  if (start === undefined && purgeTime === undefined) return [];
  const ago = purgeTime === undefined ? 'never' : `${span(Date.parse(time) - Date.parse(purgeTime))} ago`;
  const log =
    start === undefined ? 'nothing sealed yet' : `oldest seal of the audit log of ${start.slice(0, 10)}`;
  return [['retention', `${log}; last purge ${ago}`]];
}

const DATABASES = { sqlite: 'SQLite', postgresql: 'PostgreSQL' };

const readyText = (isReady: boolean) =>
  isReady ? 'yes' : 'NO: /readyz answers 503; diptych doctor says why';

/** When the database and the keys were saved. A restore needs both. */
function backupText(
  { lastBackupTime, lastKeysBackupTime, keysInToken }: Status,
  ago: (at: string | undefined) => string,
): string {
  if (lastBackupTime === undefined && lastKeysBackupTime === undefined) return 'never';
  const parts = `database ${ago(lastBackupTime)}, keys ${ago(lastKeysBackupTime)}`;
  return keysInToken ? `${parts}. ${TOKEN_NOT_SAVED}` : parts;
}

/** When a compromise was last practised, and when it is due again: once a year. */
function drillRows(
  { interfaces, lastDrill }: Status,
  ago: (at: string | undefined) => string,
): readonly (readonly [string, string])[] {
  if (!interfaces.includes('issuer')) return [];
  if (!lastDrill) return [['last drill', 'never; practise: diptych keys drill documentSigner']];
  const next = nextDrillTime(lastDrill.time).slice(0, 10);
  return [['last drill', `${lastDrill.role}, ${ago(lastDrill.time)}; the next by ${next}`]];
}

/** The whole status on one screen. */
function statusText(status: Status): string {
  const { time, version, schema, profile, interfaces, startTime, isReady, database, disk, warnings } = status;
  const since = (at: string) => span(Date.parse(time) - Date.parse(at));
  const saved = (at: string | undefined) => (at === undefined ? 'never' : `${since(at)} ago`);
  const rows: readonly (readonly [string, string])[] = [
    ['version', `${version}, schema ${schema}`],
    ['profile', `${profile}, running for ${since(startTime)}`],
    ['interfaces', interfaces.join(', ')],
    ['ready', readyText(isReady)],
    ['database', `${DATABASES[database.kind]}${database.isUp ? '' : ', DOES NOT ANSWER OR REFUSES WRITES'}`],
    [
      'disk',
      disk
        ? `${(disk.freeBytes / GIB).toFixed(1)} of ${(disk.sizeBytes / GIB).toFixed(1)} GiB free`
        : 'unknown',
    ],
    ['last backup', backupText(status, saved)],
    ...drillRows(status, saved),
    ...queueRows(status),
    ...expiryRows(status),
    ...anchorRows(status),
    ...retentionRows(status),
    ...warnings.map((text): readonly [string, string] => ['WARNING', text]),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`).join('\n');
}

interface Options extends ConnectionOptions {
  readonly ready?: boolean;
}

/** Sources of an address that name a data folder: a server on this machine wrote its own address there. */
const FROM_DATA_FOLDER: readonly string[] = ['--data', 'DIPTYCH_DATA', 'diptych-data'];

/**
 * Asks the readiness check, which needs no sign-in. The certificate of adminTls is for the name that browsers use, not
 * for this machine, where the health check of a container runs.
 */
async function readiness(options: Options): Promise<void> {
  const { url, by } = adminServerOf(options);
  const { ok: isReady } = await reach(`${url}/readyz`, { anyCertificate: FROM_DATA_FOLDER.includes(by) });
  print({ isReady }, options, () => `ready  ${readyText(isReady)}`);
  if (!isReady) process.exitCode = EXIT.failed;
}

async function status({ ready = false, ...options }: Options): Promise<void> {
  if (ready) return readiness(options);
  const answer = await callAdmin(connectionOf(options), 'getStatus', {});
  print(answer, options, () => statusText(answer));
  if (!answer.isReady) process.exitCode = EXIT.failed;
}

const HELP = `
The exit status is 1 if the server is not ready. --ready asks only for that and
needs no sign-in, for the health check of a container.

Examples:
  diptych status
  diptych status --ready
  diptych status --json --admin-url https://issuer.example:8081`;

export function statusCommand(): Command {
  const command = methodCommand('getStatus').option('--ready', 'only whether it is ready; needs no sign-in');
  return withConnection(command.addHelpText('after', HELP).action(status));
}
