import { Command, Option } from 'commander';
import { PROFILES, SETUP } from '../../conformance/case.ts';
import { withConnection } from '../admin/connection.ts';
import { EXIT, withStatuses } from '../exit.ts';
import { lazyAction } from '../lazy-action.ts';
import { collect, WIDE } from '../options.ts';
import { TLS_CONTEXT, withTlsOptions } from '../tls-options.ts';

const HELP = `
Only use it on a test system: the run makes test devices, and deletes their
credentials at its end. For an address other than this machine, say so with
--test-system. At most --rate requests are sent in a second.

Profiles: smoke needs only the address; blackbox also needs codes of a test
holder for most of its cases; full also needs hooks. A case whose needs are not
met is "not run", never passed. Ctrl-C ends a run early: it deletes what it
made, and reports.

Examples:
  diptych conformance --base-url http://127.0.0.1:8080 --profile smoke
  diptych conformance --base-url https://issuer.example --issuer ISSUER \\
    --test-system --codes codes.txt --report report
  diptych conformance --interface mediation --base-url http://127.0.0.1:8080 \\
    --account pub-1111111111111111 --header "authorization: Bearer $TOKEN"
  diptych conformance --interface openid4vci --codes offers.txt \\
    --base-url http://127.0.0.1:8080/vci --profile blackbox
  diptych conformance --list`;

const HOOKS_HELP = `
Lets "diptych conformance --hooks" make test holders, decide about proofings and
revoke, on a test system that runs Diptych. It makes specimen records of nobody,
and erases them at the end of a run. --held-type is a document type with manual
decisions (issuer.byDocumentType).

Example:
  diptych conformance hooks --hooks-token-file hooks.token --held-type pid`;

function hooksCommand(): Command {
  const command = new Command('hooks')
    .description('Offer the hooks for a test system that runs Diptych')
    .requiredOption(
      '--hooks-token-file <file>',
      'file with the bearer token of the runner, 16 characters or more',
    )
    .option('--port <number>', 'port on this machine; 0 is any that is free', '8090')
    .option('--country <code>', 'country of the records, as in issuer.country', 'US')
    .option('--type <name>', 'document type of the test holders', 'mdl')
    .option('--held-type <name>', 'document type whose proofings wait for a decision')
    .addHelpText('after', HOOKS_HELP)
    .action(lazyAction(async () => (await import('../conformance/hooks/serve.ts')).serveHooks));
  return withConnection(command);
}

const STATUSES = `Exit status: 0 no case failed, 1 a case of the level must failed that the file
of known failures does not name, 2 wrong usage, 3 the server cannot be reached,
130 interrupted.`;

export function conformanceCommand(): Command {
  const named = new Command('conformance')
    .enablePositionalOptions()
    .description('Test whether any server follows an interface: of issuers, OpenID4VCI, mediation');
  const command = withTlsOptions(named)
    .option(...TLS_CONTEXT)
    .option('--base-url <url>', 'base address of the server; openid4vci: the Credential Issuer Identifier')
    .addOption(
      new Option('--interface <name>', 'which interface')
        .choices(['issuer', 'mediation', 'openid4vci'])
        .default('issuer'),
    )
    .option('--account <pub>', 'mediation: the publisher account of a test, pub-…')
    .option('--ad-unit <id>', 'mediation: an ad unit for banners on Android, for test groups')
    .option('--client-id <id>', 'openid4vci: a wallet that the issuer knows')
    .option('--redirect-uri <url>', 'openid4vci: an address of that wallet')
    .option('--issuer <id>', 'issuer id', 'Sandbox_US_MDL')
    .addOption(new Option('--profile <name>', 'which cases').choices(PROFILES).default('smoke'))
    .option(
      '--only <name>',
      'only this case or clause, or the cases below this name; may be repeated',
      collect,
    )
    .option(
      '--header <name:value>',
      'header of every request, for caller credentials; may be repeated',
      collect,
    )
    .option(
      '--codes <file>',
      'codes of test holders, one in a line, each used once; openid4vci: also offers, with their transaction codes',
    )
    .option('--hooks <url>', 'address of the hooks')
    .option('--hooks-token-file <file>', 'file with the bearer token for the hooks')
    .option(
      '--root <file>',
      'test root that the issuer trusts for attestation: certificate and private key in PEM; default: the public one',
    )
    .addOption(
      new Option('--setup <names...>', 'what is true of the issuer')
        .choices(Object.keys(SETUP))
        .default(['testRoot']),
    )
    .addOption(new Option('--hpke-context <place>', 'where the context string goes').choices(['info', 'aad']))
    .option(
      '--known-failures <file>',
      'JSON object with a reason for each id of a case that is known to fail',
    )
    .option('--report <folder>', 'write report.json, junit.xml, report.html and SHA256SUMS there')
    .option('--sign-key <file>', 'sign SHA256SUMS with this Ed25519 private key in PEM')
    .option('--test-system', 'the address is that of a test system')
    .option('--seed <text>', 'make the ids and keys of an earlier run again, which its report names')
    .option('--rate <number>', 'most requests in a second; 0 is without a limit', '5')
    .option('--minutes <number>', 'longest time of the run', '30')
    .option('--list', 'list the cases of the profile and send nothing')
    .option(...WIDE)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', HELP)
    .action(lazyAction(async () => (await import('../conformance/run.ts')).conformance))
    .addCommand(hooksCommand());
  return withStatuses(command, { help: STATUSES, usage: EXIT.usage });
}
