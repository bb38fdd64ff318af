import { Command } from 'commander';
import { lazyAction } from '../lazy-action.ts';

const HELP = `
Asks for what is missing; with --yes, or without a terminal, options must say
it. Secrets are typed or come from files: they are not options, and they are not
written into the configuration but into secrets/, readable by the owner only.
Names of files are relative to the folder that you are in. The doctor then tries
token, database and files; if it finds a failure, nothing is kept.

Examples:
  diptych init
  diptych init --yes --issuer-id Free_US_MDL --issuer-name 'Free State' \\
    --certificate-uri https://free.example/pki --tls files --certificate tls/server.crt \\
    --key tls/server.key --caller tls/platform.crt --custody pkcs11 \\
    --module /usr/lib/softhsm/libsofthsm2.so --token-label diptych \\
    --token-pin-file pin.txt --sign-in https://auth.free.example`;

const listed = (value: string, earlier?: string) => (earlier === undefined ? value : `${earlier},${value}`);

export const initCommand = () =>
  new Command('init')
    .description('Write a configuration for production, and check it')
    .option('--out <file>', 'the configuration', 'diptych.yaml')
    .option('--data <folder>', 'data folder of the server', 'diptych-data')
    .option('--interfaces <name>', 'interfaces of this server: both, issuer or mediation; usually both')
    .option('--issuer-id <id>', 'issuer id from the onboarding')
    .option('--issuer-name <name>', 'organisation in certificates')
    .option('--country <code>', 'country in certificates; US if left out')
    .option('--certificate-uri <url>', 'base of the addresses in certificates')
    .option('--tls <where>', 'files or proxy: where TLS ends')
    .option('--certificate <file>', 'PEM chain, for --tls files')
    .option('--key <file>', 'PEM private key, for --tls files')
    .option('--proxy <address>', 'for --tls proxy; 127.0.0.1 if left out')
    .option('--caller <pin>', 'pin or certificate file of the wallet platform; repeat it for several', listed)
    .option('--custody <kind>', 'pkcs11 or files: where private keys are')
    .option('--module <file>', 'PKCS#11 module')
    .option('--token-label <label>', 'label of the token')
    .option('--token-pin-file <file>', 'file with the PIN of the token')
    .option('--database <url>', 'sqlite, or a postgres:// address without the password')
    .option('--database-password-file <file>', 'file with the password of the database')
    .option('--revocation-list <file>', 'list of revoked attestation keys; status.json if left out')
    .option('--sign-in <url>', 'address at which people sign in')
    .option('--organisation <issuer>', 'OpenID provider by which operators sign in')
    .option('--organisation-name <name>', 'its name on the sign-in page')
    .option('--organisation-client <id>', 'client id of this server at the provider')
    .option('--organisation-secret-file <file>', 'file with the client secret')
    .option(
      '--organisation-tenant <claim>',
      'claim=value that only your accounts have, if others have accounts there',
    )
    .option('--organisation-role <rule>', 'claim=value:role; repeat it for several', listed)
    .option('--organisation-strong <claim>', 'claim=value that approvers and administrators need')
    .option('--yes', 'do not ask')
    .addHelpText('after', HELP)
    .action(lazyAction(async () => (await import('../init/init.ts')).init));
