import type { Mutation } from './mutation.ts';
import { AUDIT } from './table-audit.ts';
import { BELOW } from './table-below.ts';
import { DOMAIN } from './table-domain.ts';

/** Faults in the outer layers, which operators and callers use directly. */
const EDGES: readonly Mutation[] = [
  {
    file: 'cli/options.ts',
    replace: 'h: 3600',
    by: 'h: 360',
    breaks: 'an hour on a command line is six minutes',
    near: ['src/cli/options'],
  },
  {
    file: 'cli/holders/resume.ts',
    replace: 'of === content && ',
    by: '',
    breaks: 'an import goes on in the middle of a file that has changed',
    near: ['test/issuer/holders/import'],
  },
  {
    file: 'keys/private-files.ts',
    replace: 'replaceFile(path, text, { mode: 0o600, owner })',
    by: 'replaceFile(path, text, { mode: 0o644, owner })',
    breaks: 'everybody on the machine reads the token of an operator',
    near: ['src/cli', 'src/keys', 'test/issuer/admin'],
  },
  {
    file: 'cli/output.ts',
    replace: 'stream.isTTY',
    by: 'true',
    breaks: 'progress is drawn into files',
    near: ['src/cli'],
  },
  {
    file: 'admin/access/caller.ts',
    replace: 'isSame(token, adminToken())',
    by: 'token.length === adminToken()?.length',
    breaks: 'any token of the right length is the admin token',
    near: ['test/issuer/admin/access', 'test/issuer/admin/roles'],
  },
  {
    file: 'server/process/readiness.ts',
    replace: "if (isEnding) throw new Error('the server ends');",
    by: '',
    breaks: 'a server that ends still asks for work',
    near: ['src/server/process/readiness'],
  },
  {
    file: 'server/observe/request-log.ts',
    replace: 'lost += some.length;',
    by: '',
    breaks: 'requests that could not be written down are not counted',
    near: ['src/server/observe/request-log'],
  },
  {
    file: 'server/rounds/deadline-sweep.ts',
    replace: 'if (count < ROUND) return purged;',
    by: 'return purged;',
    breaks: 'a sweep leaves what does not fit into one round',
    near: ['test/issuer/storage/sweep'],
  },
  {
    file: 'server/config/unsafe-settings.ts',
    replace: 'oauth.embedded && isPlain(oauth.issuerUrl)',
    by: 'oauth.embedded && false',
    breaks: 'production takes passwords over plain HTTP',
    near: ['src/server/config/unsafe-settings'],
  },
  {
    file: 'server/backup/restore-backup.ts',
    replace: 'requireDigest(DATABASE, await copyPrivate(join(from, DATABASE), path), expected);',
    by: 'await copyPrivate(join(from, DATABASE), path);',
    breaks: 'a changed database is restored without a word',
    near: ['test/server/backup/parts'],
  },
  {
    file: 'http/throttle.ts',
    replace: 'points > 0',
    by: 'points > 1e9',
    breaks: 'no limit of requests holds',
    near: ['test/issuer/callers/limits', 'test/mediation/http/limits'],
  },
  {
    file: 'http/drain.ts',
    replace: '    if (grace > 0 && server.listening) await endOfConnections(server, grace);\n',
    by: '',
    breaks: 'a server that ends drops what its clients are sending at that moment',
    near: ['src/http/drain'],
  },
  {
    file: 'http/issuer/callers/certificate.ts',
    replace: 'now > notAfter',
    by: 'now > notAfter * 2',
    breaks: 'expired certificates of callers are taken',
    near: ['test/issuer/callers/certificates'],
  },
  {
    file: 'http/cross-site.ts',
    replace: "!['same-origin', 'none', undefined].includes",
    by: "!['same-origin', 'cross-site', 'none', undefined].includes",
    breaks: 'a form of another site is taken',
    near: ['test/oauth/sign-in', 'test/oauth/code-flow'],
  },
  {
    file: 'http/oauth/verify/own-token.ts',
    replace: "      typ: 'at+jwt',\n",
    by: '',
    breaks: 'an ID token is taken as an access token',
    near: ['test/oauth/tokens'],
  },
  {
    file: 'http/mediation/caller.ts',
    replace: '      bearer.requirePublisher(caller, account);\n',
    by: '',
    breaks: 'a token is good for the accounts of others',
    near: ['test/mediation/http/access', 'test/mediation/spec/authentication'],
  },
  {
    file: 'notifier/call.ts',
    replace: 'value.responseMetadata.requestId === requestId',
    by: 'value !== undefined',
    breaks: 'the answer to another request ends a delivery',
    near: ['test/issuer/outbox/delivery', 'test/server/notifications'],
  },
  {
    file: 'notifier/call.ts',
    replace: 'status >= 200 && status < 300',
    by: 'status >= 200 && status < 400',
    breaks: 'a redirect counts as delivered',
    near: ['test/issuer/outbox/delivery', 'test/server/notifications'],
  },
  {
    file: 'connector/resilience.ts',
    replace: 'new ConsecutiveBreaker(limits.failures)',
    by: 'new ConsecutiveBreaker(limits.failures * 1000)',
    breaks: 'a system of record that is down is asked again for every code',
    near: ['test/connector/resilience'],
  },
  {
    file: 'connector/transport.ts',
    replace: '    maxResponseSize: largest,\n',
    by: '',
    breaks: 'an answer of any size is read into memory',
    near: ['test/connector/answers'],
  },
  {
    file: 'connector/record-source.ts',
    replace: '(record) => record.id === id',
    by: '() => true',
    breaks: 'a record of somebody else is taken for the one that was asked for',
    near: ['test/connector'],
  },
  {
    file: 'wallet/device/flow/accept-mso.ts',
    replace: 'if (names(digested) !== names(held))',
    by: 'if (names(digested) === "")',
    breaks: 'the phone keeps an MSO over other elements than it holds',
    near: ['test/wallet/distrust'],
  },
  {
    file: 'wallet/device/flow/accept-mso.ts',
    replace: 'if (expiresAt !== data.issuerAuth.mobileSecurityObject.validityInfo.validUntil)',
    by: 'if (Number.isNaN(expiresAt))',
    breaks: 'the phone believes another end of an MSO than the signed one',
    near: ['test/wallet/distrust'],
  },
];

/** All faults, from the outer layers to the inner ones. */
export const MUTATIONS: readonly Mutation[] = [...EDGES, ...DOMAIN, ...AUDIT, ...BELOW];
