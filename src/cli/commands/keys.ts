import { Command, Option } from 'commander';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { KEY_WORDS } from '../../admin/contract/keys/words.ts';
import { isLive } from '../../keys/key-register.ts';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { groupCommand } from '../admin/group-command.ts';
import { tableOf } from '../admin/list-command.ts';
import { choicesOf, methodCommand } from '../admin/method-command.ts';
import { EXIT } from '../exit.ts';
import { compromiseCommand } from '../keys/compromise.ts';
import { checkDrillCommand, drillCommand } from '../keys/drill-commands.ts';
import type { LintedCertificate } from '../keys/lint.ts';
import { rootText } from '../keys/root-text.ts';
import { underWayText } from '../keys/rotation-text.ts';
import { WIDE } from '../options.ts';
import { notice, print } from '../output.ts';
import { table } from '../table/table.ts';
import type { Loaders } from '../tree.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly wide?: boolean;
}

type Keys = AdminResponse<'listKeys'>;

const ROLES = choicesOf('rotateKey', 'role');

/** The keys, and those whose certificate an external root must issue first. */
const rowsOf = ({ keys, certificationRequests }: Keys): readonly object[] => [
  ...keys,
  ...certificationRequests.map((one) => ({ ...one, stage: 'requested', stageTime: one.createTime })),
];

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
  readonly role: LintedCertificate['role'];
  readonly issuer?: string;
  readonly aamva?: boolean;
}

async function linted(file: string | undefined, options: LintOptions): Promise<readonly LintedCertificate[]> {
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

const exportCommand = () =>
  methodCommand('signSpecimen', {
    summary: 'Print the root certificates, with their fingerprints, for those who verify',
  })
    .option('--out <folder>', 'write a submission for a trust list there: roots, fingerprints, a specimen')
    .option('--document-type <docType>', 'type of the specimen', 'org.iso.18013.5.1.mDL')
    .addHelpText('after', EXPORT_HELP)
    .action(exportRoots);

const lintCommand = () =>
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
    .action(lint);

function masterText({ master, custody, epochs }: AdminResponse<'rotateMasterKey'>): string {
  const wrapped = epochs === 1 ? '1 key of an epoch' : `${epochs} keys of epochs`;
  return `master key ${master} is in ${custody === 'files' ? 'a file' : 'the token'} and wraps ${wrapped}`;
}

/** What is under way, above the table. */
const head = (answer: Keys): string => {
  const lines = underWayText(answer);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
};

const allKeys = {
  options: [new Option(...WIDE)],
  text: async (answer: Keys, _: string, { wide }: Options) =>
    [head(answer), await tableOf(KEY_WORDS.methods.listKeys, rowsOf(answer), wide)]
      .filter(Boolean)
      .join('\n'),
};

export function keysCommand(args?: readonly string[]): Promise<Command> {
  const others: Loaders = {
    compromise: async () => withConnection(compromiseCommand()),
    'export-iaca': async () => withConnection(exportCommand()),
    lint: async () => withConnection(lintCommand()),
    drill: async () => drillCommand(),
    'check-drill': async () => checkDrillCommand(),
  };
  const parts = {
    listKeys: { rowsOf, head },
    rotateKey: allKeys,
    importKey: { text: allKeys.text },
    discardKey: { text: allKeys.text },
    rotateMasterKey: { text: masterText },
  };
  return groupCommand('keys', KEY_WORDS, args, parts, others);
}
