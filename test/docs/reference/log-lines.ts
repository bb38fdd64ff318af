/** Members that every line has. */
export const COMMON_FIELDS = ['level', 'time', 'msg'] as const;

/** What the members of log lines mean. */
export const LOG_FIELDS: Readonly<Record<string, string>> = {
  level: '30 information, 40 warning, 50 error: a person should look, 60 fatal (pino)',
  time: 'RFC 3339, in UTC, with milliseconds',
  msg: 'which of the lines below it is; the words are fixed',
  adSourceId: 'id of an ad source of the catalogue',
  adminUrl: 'address of the admin listener',
  appFragment: 'the app, as in its id',
  attempts: 'attempts to deliver since the last change',
  baseline: 'SHA-256 of the settings, as `diptych config baseline` prints it',
  call: 'call of the system of record: `lookupByCode` or `get`',
  cause:
    'for a failed request `name` and, if there is one, `code` of the error; for a rejected proofing the code of the reason',
  changed: 'names of the settings that changed since the last start',
  circuit: 'state of the circuit breaker: `open`, `halfOpen`, `closed`',
  days: 'days until the certificate ends, negative afterwards; or since the rotation was due',
  dueAt: 'when the key should have been rotated',
  description: 'why the request was refused, in fixed words; not sent to the caller',
  endpoint: 'route',
  fault: 'code of the failure of an attempt',
  file: 'path of a file of the settings',
  findings: 'at most ten problems of a record: `id` of the rule, `path` of the element, `problem`; no values',
  head: 'SHA-256 of the statement that was signed',
  issuerErrorIdentifier: 'the identifier that the wallet received with the refusal',
  issuerId: 'issuer id of this server',
  issuerRejectionIdentifier: 'the identifier that the wallet received with the rejection',
  issuerUrl: 'address of the listener with the issuer panel',
  key: 'SHA-256 of the public key that signed',
  keyId: 'id of a key',
  kind: 'kind of anchor: `folder` or `rfc3161`; what was purged: `requests`, `codes`, `approvals` or `auditLogSeals`',
  reason: 'what shows it: `otherDatabase` or `missingSeal`',
  lists: 'number of status lists that were closed',
  leftOut: 'number of lines that were left out in the last minute',
  lines: 'number of entries that the seal covers',
  method: 'name of the method, from the contract',
  milliseconds: 'time from the head of the request to the answer, or time of the call',
  name: 'class of the error',
  notAfter: 'when the certificate ends',
  operation: 'name of the operation, from the contract',
  operatorId: 'id of the user, or `admin` for the admin token; absent without valid credentials',
  outcome: '`ok`, the reason of the refusal, or `internal`',
  overridden: 'the HTTP method as sent, if it was overridden',
  problem: 'what is wrong, in fixed words',
  problems: 'what is wrong with the files, each with its remedy',
  profile: '`sandbox` or `production`',
  proofingId: 'id of the proofing',
  publisherId: 'account of the mediation panel',
  requestId: 'id of the request: the one of the caller in the issuer panel, a new one elsewhere',
  role: 'role of the key',
  rows: 'number of rows that were deleted; for `auditLogSeals`, of seals whose entries were',
  seal: 'number of the seal',
  setting: 'name of the setting',
  stack: 'where the error happened, without its message',
  state: 'state of the proofing',
  status: 'HTTP status of the answer',
  subject: '`proofing` or `credential`',
  subjectId: 'id of the proofing, of the credential, or of the opening of break glass',
  url: 'address of the public listener',
  version: 'version of the server; of a catalogue, its version',
};

type Level = 'info' | 'warn' | 'error' | 'info or warn' | 'warn or error';

export interface LogLine {
  /** `…` at the end stands for further words. */
  readonly msg: string;
  readonly level: Level;
  readonly fields: readonly string[];
}

const REQUEST = ['status', 'outcome', 'milliseconds'];
const ERROR = ['cause', 'stack'];
const line = (msg: string, level: Level, ...fields: readonly string[]): LogLine => ({ msg, level, fields });

const ISSUER = ['operation', 'requestId', 'issuerId', ...REQUEST];
const ADMIN = ['method', 'requestId', 'operatorId', ...REQUEST];
const MEDIATION = ['method', 'requestId', 'publisherId', 'overridden', ...REQUEST];
const ENDPOINT = ['endpoint', ...REQUEST];
const OAUTH = ['endpoint', 'requestId', ...REQUEST];
const NOTICE = ['subject', 'subjectId', 'requestId', 'attempts', 'milliseconds'];
const LOOKUP = ['call', 'requestId', 'outcome', 'milliseconds', 'findings'];
const KEY = ['keyId', 'role', 'notAfter', 'days'];

/** Every line that the server writes, by what it is about. */
export const LOG_LINES: Readonly<Record<string, readonly LogLine[]>> = {
  'Start and end': [
    line('configuration', 'info', 'baseline', 'changed'),
    line('sandboxNetwork: anybody who can reach a listener can use it', 'warn'),
    line('people who were erased after the backup of …', 'warn'),
    line('one person alone can …', 'info or warn'),
    line('admin.secondPerson needs two administrators …', 'warn'),
    line('listening', 'info', 'url', 'issuerUrl', 'adminUrl', 'profile', 'version'),
    line('closed', 'info'),
  ],
  Requests: [
    line('issuer request', 'info', ...ISSUER),
    line('issuer request refused', 'info', ...ISSUER, 'issuerErrorIdentifier', 'description', 'cause'),
    line('issuer request failed', 'error', ...ISSUER, 'issuerErrorIdentifier', ...ERROR),
    line('proofing rejected', 'info', 'proofingId', 'state', 'cause', 'issuerRejectionIdentifier'),
    line('admin request', 'info', ...ADMIN),
    line('admin request failed', 'error', ...ADMIN, ...ERROR),
    line('mediation request', 'info', ...MEDIATION),
    line('mediation request refused', 'info', ...MEDIATION),
    line('mediation request failed', 'error', ...MEDIATION, ...ERROR),
    line('oauth request', 'info', ...OAUTH),
    line('oauth request failed', 'error', ...OAUTH, ...ERROR),
    line('console request', 'info', ...ENDPOINT),
    line('console request failed', 'error', ...ENDPOINT, ...ERROR),
    line('request of an app failed', 'error', ...ENDPOINT, ...ERROR),
    line('requests without credentials were left out of the log', 'warn', 'leftOut'),
  ],
  'Conditions of the server': [
    line('not ready', 'error', 'cause'),
    line('ready again', 'info'),
    line('sweep failed', 'error', 'name'),
    line('files read again', 'info', 'setting'),
    line('files refused; the previous ones stay in use', 'error', 'setting', 'problems'),
    line('break glass opened: the admin token works', 'error', 'subjectId'),
    line('admin token used while break glass is open', 'error', 'subjectId', 'requestId', 'method'),
    line('break glass closed; the admin token was replaced', 'info', 'subjectId'),
    line('key certificate expires soon', 'warn or error', ...KEY),
    line('key certificate has expired', 'warn or error', ...KEY),
    line('key rotation is due', 'warn', 'keyId', 'role', 'dueAt', 'days'),
    line('the revocation list is too old; no device is registered', 'error', 'setting'),
    line('the revocation list is fresh again', 'info', 'setting'),
    line('the database may be older than it was; its status lists were closed', 'warn', 'reason', 'lists'),
    line(
      'the clock is more than a day ahead of the last sweep; nothing is deleted for good for an hour',
      'warn',
    ),
    line('the sweeps believe the clock again', 'info'),
    line('wrong codes of all devices reached issuer.codes.wrongInAll: somebody may be trying codes', 'warn'),
    line('traces cannot be sent to telemetry.otlp; requests are served as before', 'warn', 'cause'),
    line('traces are sent again', 'info'),
  ],
  'Audit log': [
    line('audit log sealed', 'info', 'seal', 'lines', 'head', 'key'),
    line('the seals of the audit log do not verify; nothing is sealed', 'error', 'problem'),
    line('the seals of the audit log verify again', 'info'),
    line('audit log anchored', 'info', 'kind', 'seal'),
    line(
      'audit log not anchored; the next attempt follows in a minute',
      'warn',
      'kind',
      'seal',
      'fault',
      'cause',
    ),
    line('the audit log was not anchored for an hour', 'error', 'kind'),
    line('the audit log is anchored again', 'info', 'kind'),
    line('purged by retention', 'info', 'kind', 'rows'),
  ],
  'Other systems': [
    line('record looked up', 'info', ...LOOKUP),
    line('record lookup failed', 'warn', ...LOOKUP, 'cause'),
    line('system of record: too many lookups failed; lookups are paused', 'error', 'circuit'),
    line('system of record: the next lookup tests whether it works again', 'info', 'circuit'),
    line('system of record: lookups work again', 'info', 'circuit'),
    line('wallet platform notified', 'info', ...NOTICE),
    line('wallet platform not notified', 'warn', ...NOTICE, 'fault', 'cause'),
    line('notification given up; run diptych notifications replay --failed', 'error', 'subject', 'subjectId'),
  ],
  Mediation: [
    line('catalogue read', 'info', 'file', 'version'),
    line('catalogue refused; this version stays in use', 'error', 'file', 'version', 'problems'),
    line('the database does not answer; apps get their last configuration', 'error', 'cause'),
    line('an app gets its last configuration', 'error', 'publisherId', 'appFragment', 'problem'),
    line('devices sent revenue that differs from the settled one', 'warn', 'publisherId', 'adSourceId'),
  ],
};

const code = (name: string) => `\`${name}\``;

/** The lines of docs/reference/log-fields.md. */
export function logLinesTables(): string {
  return Object.entries(LOG_LINES)
    .map(([about, lines]) => {
      const rows = lines.map(
        ({ msg, level, fields }) => `| ${code(msg)} | ${level} | ${fields.map(code).join(', ')} |`,
      );
      return [`### ${about}`, '', '| `msg` | level | members |', '|---|---|---|', ...rows].join('\n');
    })
    .join('\n\n');
}

/** The members of docs/reference/log-fields.md. */
export function logFieldsTable(): string {
  const rows = Object.entries(LOG_FIELDS).map(([name, meaning]) => `| ${code(name)} | ${meaning} |`);
  return ['| member | meaning |', '|---|---|', ...rows].join('\n');
}
