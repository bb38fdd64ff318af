import { Argument, Command, Option } from 'commander';
import { isLive } from '../../keys/key-register.ts';
import { actionCommand } from '../admin/action-command.ts';
import { callAdmin } from '../admin/client.ts';
import { confirmed, YES } from '../admin/confirm.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { methodCommand } from '../admin/method-command.ts';
import { readText } from '../bounded-file.ts';
import { EXIT } from '../exit.ts';
import { compromiseCommand } from '../keys/compromise.ts';
import { drillCommands } from '../keys/drill-commands.ts';
import type { Linted } from '../keys/lint.ts';
import { rootText } from '../keys/root-text.ts';
import { WIDE } from '../options.ts';
import { notice, print } from '../output.ts';
import { table } from '../table/table.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly wide?: boolean;
}

type Keys = Awaited<ReturnType<typeof callAdmin<'listKeys'>>>;
type RotatingRole = Parameters<typeof callAdmin<'rotateKey'>>[2]['role'];

const SIGNERS = ['documentSigner', 'statusSigner'] as const;
const ROLES = [...SIGNERS, 'identity', 'encryption'] as const satisfies readonly RotatingRole[];

function keyTable({ keys, certificationRequests }: Keys, wide = false): string {
  const inAll = (...rest: readonly string[]) => (wide ? rest : []);
  const registered = keys.map(({ custody = '-', rootId = '-', ...key }) => [
    key.id,
    key.role,
    key.compromiseTime === undefined ? key.stage : `${key.stage}, compromised`,
    key.stageTime,
    custody,
    key.notAfterTime,
    ...inAll(rootId),
  ]);
  const requested = certificationRequests.map(({ id, role, createTime, custody = '-' }) => [
    id,
    role,
    'requested',
    createTime,
    custody,
    '-',
    ...inAll('-'),
  ]);
  const headings = ['key', 'role', 'stage', 'since', 'private key', 'valid until', ...inAll('root')];
  return table(headings, [...registered, ...requested], { wide });
}

async function list(options: Options): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'listKeys', {});
  print(answer, options, () => keyTable(answer, options.wide));
}

interface RotateOptions extends Options {
  readonly finish?: boolean;
  readonly yes?: boolean;
}

async function rotate(role: RotatingRole, options: RotateOptions): Promise<void> {
  const finish = options.finish ? { finish: true } : {};
  const connection = connectionOf(options);
  if (options.finish)
    await confirmed(() => `Finish the rotation of the ${role} key and stop using the old key`, options);
  const answer = await callAdmin(connection, 'rotateKey', { role, ...finish });
  print(answer, options, () => keyTable(answer, options.wide));
}

type SignerOptions = Options & { readonly role: (typeof SIGNERS)[number] };

async function request({ role, ...options }: SignerOptions): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'requestKey', { role });
  print(answer, options, () => answer.certificationRequest.trimEnd());
}

interface ImportOptions extends SignerOptions {
  readonly issuer?: string;
  readonly privateKey?: string;
}

async function importKey(
  file: string,
  { role, issuer, privateKey, ...options }: ImportOptions,
): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'importKey', {
    role,
    certificate: readText(file),
    ...(issuer === undefined ? {} : { issuer: readText(issuer) }),
    ...(privateKey === undefined ? {} : { privateKey: readText(privateKey) }),
  });
  print(answer, options, () => keyTable(answer, options.wide));
}

interface ExportOptions extends Options {
  readonly out?: string;
  readonly documentType: string;
}

async function exportRoots({ out, documentType, ...options }: ExportOptions): Promise<void> {
  const connection = connectionOf(options);
  const { keys } = await callAdmin(connection, 'listKeys', {});
  const roots = keys.filter((key) => key.role === 'iaca' && isLive(key) && key.compromiseTime === undefined);
  if (roots.length === 0) {
    notice('no root can be given to verifiers: every one is retired or compromised', options);
    process.exitCode = EXIT.failed;
    return;
  }
  if (out === undefined) {
    print({ keys: roots }, options, () => roots.map(rootText).join('\n').trimEnd());
    return;
  }
  const { writeBundle } = await import('../keys/certificate-files.ts');
  const { files, problems } = await writeBundle(out, documentType, roots, connection);
  const verdict =
    problems.length === 0
      ? "a reader's checks pass"
      : `a reader refuses the specimen: ${problems.join('; ')}`;
  print({ files, problems }, options, () => [...files, verdict].join('\n'));
  if (problems.length > 0) process.exitCode = EXIT.failed;
}

interface LintOptions extends Options {
  readonly role: (typeof ROLES)[number] | 'iaca';
  readonly issuer?: string;
  readonly aamva?: boolean;
}

async function linted(file: string | undefined, options: LintOptions): Promise<readonly Linted[]> {
  const { role, aamva = false } = options;
  if (file === undefined) {
    const { keys } = await callAdmin(connectionOf(options), 'listKeys', {});
    const { lintRegistered } = await import('../keys/lint.ts');
    return lintRegistered(keys, aamva);
  }
  const { certificateIn } = await import('../keys/certificate-files.ts');
  const { lintCertificate } = await import('../keys/lint.ts');
  const issuer = options.issuer === undefined ? undefined : certificateIn(options.issuer);
  return [lintCertificate({ name: file, certificate: certificateIn(file), role, issuer }, aamva)];
}

async function lint(file: string | undefined, options: LintOptions): Promise<void> {
  const certificates = await linted(file, options);
  const rows = certificates.flatMap(({ certificate, role, problems }) =>
    problems.map(({ clause, problem }) => [certificate, role, clause, problem]),
  );
  print({ certificates }, options, () =>
    rows.length === 0
      ? `${certificates.length} fit their profiles`
      : table(['certificate', 'role', 'clause', 'problem'], rows, {
          wide: options.wide,
          cut: ['certificate', 'problem'],
          wrap: true,
        }),
  );
  if (rows.length > 0) process.exitCode = EXIT.failed;
}

async function rotateMaster(options: Options & { readonly yes?: boolean }): Promise<void> {
  const connection = connectionOf(options);
  await confirmed(() => 'Make a new master key for the records', options);
  const answer = await callAdmin(connection, 'rotateMasterKey', {});
  const { master, custody, epochs } = answer;
  const place = custody === 'files' ? 'a file' : 'the token';
  const wrapped = epochs === 1 ? '1 key of an epoch' : `${epochs} keys of epochs`;
  print(answer, options, () => `master key ${master} is in ${place} and wraps ${wrapped}`);
}

const ROTATE_HELP = `
documentSigner, statusSigner: the next certificate is made under the root;
--finish makes its key sign and drops the old one. A status signer replaces
only the one under the same root: that of an earlier root signs its lists until
the last MSO in them has ended.
identity: the next certificate is published beside the active one; --finish
makes its key sign and drops the old one.
encryption: a new key is published, the old one decrypts for another
keys.graceDays days; --finish drops it now.

Examples:
  diptych keys rotate identity
  diptych keys rotate identity --finish`;

const MASTER_HELP = `
The master key wraps the keys of the epochs, which encrypt the keys of the
holders. The new one is made where keys.recordMaster says, so this also moves
the master key from a file into a token. Servers go on meanwhile. An old key in
a file is destroyed after a minute, one in a token after keys.recoveryDays days.

Example:
  diptych keys rotate-master --yes`;

const IMPORT_HELP = `
The certificate is checked against its profile in ISO 18013-5 Annex B and waits
as the next signer: "diptych keys rotate documentSigner --finish" makes its key
sign. --issuer is needed for a root that is not known yet.

Examples:
  diptych keys request > signer.csr                                      the key is made here
  diptych keys import signer.pem --issuer iaca.pem
  diptych keys import signer.pem --issuer iaca.pem --private-key key.pem  the key was made elsewhere`;

const EXPORT_HELP = `
The specimen is signed by the active document signer like every document; its
values are nobody's and its device key is forgotten at once. The signing is an
entry of the audit log: "diptych events list --subject key".

Examples:
  diptych keys export-iaca > iaca.pem
  diptych keys export-iaca --out submission`;

const LINT_HELP = `
Without a file, all registered certificates. The exit status is 1 if something
is wrong.

Examples:
  diptych keys lint
  diptych keys lint signer.pem --issuer iaca.pem
  diptych keys lint iaca.pem --role iaca --aamva`;

const signerOption = () =>
  new Option('--role <role>', 'what the key signs').choices(SIGNERS).default('documentSigner');

export function keysCommand(): Command {
  const parts = [
    new Command('list')
      .description('List the keys and their certificates')
      .option(...WIDE)
      .addHelpText('after', '\nExample:\n  diptych keys list')
      .action(list),
    new Command('rotate')
      .description('Start the rotation of a key, or finish it')
      .addArgument(new Argument('<role>').choices(ROLES))
      .option(...WIDE)
      .option('--finish', 'finish the rotation and stop using the old key')
      .option(...YES)
      .addHelpText('after', ROTATE_HELP)
      .action(rotate),
    methodCommand('rotateMasterKey')
      .option(...YES)
      .addHelpText('after', MASTER_HELP)
      .action(rotateMaster),
    new Command('request')
      .description('Create the key of a signer; print a certification request (PKCS#10) for an external root')
      .addOption(signerOption())
      .addHelpText('after', '\nExample:\n  diptych keys request > signer.csr')
      .action(request),
    new Command('import')
      .description('Register the certificate of a signer, issued by an external root')
      .argument('<certificate>', 'PEM file')
      .addOption(signerOption())
      .option('--issuer <file>', 'its root (IACA), PEM')
      .option('--private-key <file>', 'PKCS#8 PEM, when the key was made elsewhere; for keys in files')
      .addHelpText('after', IMPORT_HELP)
      .action(importKey),
    compromiseCommand(),
    new Command('export-iaca')
      .description('Print the root certificates, with their fingerprints, for those who verify')
      .option('--out <folder>', 'write a submission for a trust list there: roots, fingerprints, a specimen')
      .option('--document-type <docType>', 'type of the specimen', 'org.iso.18013.5.1.mDL')
      .addHelpText('after', EXPORT_HELP)
      .action(exportRoots),
    new Command('lint')
      .description('Check certificates against their profiles, naming the clause')
      .argument('[certificate]', 'PEM file')
      .addOption(
        new Option('--role <role>', 'what the file is').choices(['iaca', ...ROLES]).default('documentSigner'),
      )
      .option('--issuer <file>', 'its root, PEM')
      .option('--aamva', 'also check the requirements of the AAMVA')
      .option(...WIDE)
      .addHelpText('after', LINT_HELP)
      .action(lint),
  ];
  const command = new Command('keys').description("The issuer's keys");
  for (const part of parts) command.addCommand(withConnection(part));
  for (const part of drillCommands()) command.addCommand(part);
  command.addCommand(
    actionCommand({
      method: 'discardKey',
      told: (answer) => keyTable(answer),
      help: '\nThe id is as "diptych keys list" shows it.\n\nExamples:\n  diptych keys discard 4F0C…',
    }),
  );
  return command;
}
