import { statSync } from 'node:fs';
import { PANELS } from '../../conventions/panel.ts';

/** Of some questions: what another one must have been answered. */
export interface Condition {
  /** The option with that answer. */
  readonly option: string;
  readonly holds: (answers: Answers) => boolean;
}

/** What a production configuration needs to know, as a question and as an option. */
export interface Question {
  /** Of the option, without dashes, in lowerCamelCase as commander names it. */
  readonly name: keyof Answers;
  readonly message: string;
  readonly usual?: string;
  readonly choices?: readonly string[];
  /** Typed without echo; never an option, because command lines can be seen. */
  readonly isSecret?: boolean;
  /** May be left empty. */
  readonly isOptional?: boolean;
  /** What is wrong with an answer, as the end of a sentence. */
  readonly check?: (answer: string) => string | undefined;
  readonly when?: Condition;
}

export interface Answers {
  readonly interfaces?: string;
  readonly issuerId?: string;
  readonly issuerName?: string;
  readonly country?: string;
  readonly certificateUri?: string;
  readonly tls?: string;
  readonly certificate?: string;
  readonly key?: string;
  readonly proxy?: string;
  readonly caller?: string;
  readonly custody?: string;
  readonly module?: string;
  readonly tokenLabel?: string;
  readonly tokenPinFile?: string;
  readonly tokenPin?: string;
  readonly database?: string;
  readonly databasePasswordFile?: string;
  readonly databasePassword?: string;
  readonly revocationList?: string;
  readonly signIn?: string;
  readonly organisation?: string;
  readonly organisationName?: string;
  readonly organisationClient?: string;
  readonly organisationSecretFile?: string;
  readonly organisationSecret?: string;
  readonly organisationTenant?: string;
  readonly organisationRole?: string;
  readonly organisationStrong?: string;
}

const isAddress = (answer: string) =>
  /^https?:$/.test(URL.parse(answer)?.protocol ?? '') ? undefined : 'must begin with https:// or http://';

/** The origin of the pages for signing in: passwords travel to it. */
const isSecureOrigin = (answer: string) =>
  /^https:\/\/[^/?#\s]+\/?$/.test(answer) && URL.canParse(answer)
    ? undefined
    : 'must be https:// and a host, without a path';

/** A pipe is a file, too. */
const isFile = (answer: string) =>
  statSync(answer, { throwIfNoEntry: false })?.isDirectory() === false ? undefined : 'names no file';

const isCountry = (answer: string) =>
  /^[A-Z]{2}$/.test(answer) ? undefined : 'must be two capital letters, such as US';

export const BOTH = 'both';

export const runsIssuer = ({ interfaces = BOTH }: Answers): boolean => interfaces !== 'mediation';

const WITH_ISSUER: Condition = { option: '--interfaces issuer or both', holds: runsIssuer };
const WITH_FILES: Condition = { option: '--tls files', holds: ({ tls }) => tls === 'files' };
/** Client certificates identify callers of the issuer interface. */
const WITH_PROXY: Condition = {
  option: '--tls proxy and the issuer interface',
  holds: (answers) => answers.tls === 'proxy' && runsIssuer(answers),
};
const WITH_TOKEN: Condition = { option: '--custody pkcs11', holds: ({ custody }) => custody === 'pkcs11' };
const WITH_POSTGRES: Condition = {
  option: '--database postgres://…',
  holds: ({ database = 'sqlite' }) => database !== 'sqlite',
};
const WITH_ORGANISATION: Condition = {
  option: '--organisation',
  holds: ({ organisation }) => organisation !== undefined,
};

/** A secret is typed if no file has it. */
const unlessIn = (file: keyof Answers, { option, holds }: Condition): Condition => ({
  option,
  holds: (answers) => holds(answers) && answers[file] === undefined,
});

/** How operators sign in. */
const ORGANISATION: readonly Question[] = [
  {
    name: 'organisation',
    message:
      'Issuer of your OpenID provider, by which operators sign in (https://…); leave empty for accounts of this server',
    isOptional: true,
  },
  { name: 'organisationName', message: 'Its name on the sign-in page', when: WITH_ORGANISATION },
  {
    name: 'organisationClient',
    message: 'Client id of this server at the provider',
    when: WITH_ORGANISATION,
  },
  {
    name: 'organisationSecretFile',
    message: 'File with the client secret; leave empty to type it',
    isOptional: true,
    check: isFile,
    when: WITH_ORGANISATION,
  },
  {
    name: 'organisationSecret',
    message: 'Client secret',
    isSecret: true,
    when: unlessIn('organisationSecretFile', WITH_ORGANISATION),
  },
  {
    name: 'organisationTenant',
    message:
      'Claim that only your accounts have, such as hd=agency.example; leave empty if only your people have accounts there',
    isOptional: true,
    when: WITH_ORGANISATION,
  },
  {
    name: 'organisationRole',
    message: 'Roles by claims, such as groups=mdl-viewers:viewer; several with commas',
    when: WITH_ORGANISATION,
  },
  {
    name: 'organisationStrong',
    message:
      'What the provider says after strong authentication, such as acr=phrh; approvers and administrators need it, others may leave it empty',
    isOptional: true,
    when: WITH_ORGANISATION,
  },
];

/** In the order in which they are asked. */
export const QUESTIONS: readonly Question[] = [
  {
    name: 'interfaces',
    message: 'Which interfaces should this server run?',
    usual: BOTH,
    choices: [BOTH, ...PANELS],
  },
  {
    name: 'issuerId',
    message: 'Issuer id from the onboarding with the wallet platform',
    when: WITH_ISSUER,
  },
  { name: 'issuerName', message: 'Name of the organisation, for certificates', when: WITH_ISSUER },
  {
    name: 'country',
    message: 'Country, two capital letters',
    usual: 'US',
    check: isCountry,
    when: WITH_ISSUER,
  },
  {
    name: 'certificateUri',
    message: 'Web address for certificates and revocation lists, https://…',
    check: isAddress,
    when: WITH_ISSUER,
  },
  {
    name: 'tls',
    message: 'Where does TLS end: at this server (files), or at a proxy on this machine (proxy)?',
    choices: ['files', 'proxy'],
  },
  {
    name: 'certificate',
    message: 'File of the certificate chain (PEM)',
    check: isFile,
    when: WITH_FILES,
  },
  {
    name: 'key',
    message: 'File of its private key (PEM)',
    check: isFile,
    when: WITH_FILES,
  },
  {
    name: 'proxy',
    message: 'Address of the proxy that passes on client certificates',
    usual: '127.0.0.1',
    when: WITH_PROXY,
  },
  {
    name: 'caller',
    message:
      'Client certificate of the wallet platform (a PEM file), or its pin (SHA-256 of the key in base64); several with commas',
    when: WITH_ISSUER,
  },
  {
    name: 'custody',
    message: 'Where are private keys: in a PKCS#11 token (pkcs11), or in files that can be copied (files)?',
    choices: ['pkcs11', 'files'],
  },
  { name: 'module', message: 'PKCS#11 module (a .so file)', when: WITH_TOKEN },
  { name: 'tokenLabel', message: 'Label of the token', when: WITH_TOKEN },
  {
    name: 'tokenPinFile',
    message: 'File with the PIN of the token; leave empty to type it',
    isOptional: true,
    check: isFile,
    when: WITH_TOKEN,
  },
  {
    name: 'tokenPin',
    message: 'PIN of the token',
    isSecret: true,
    when: unlessIn('tokenPinFile', WITH_TOKEN),
  },
  {
    name: 'database',
    message: 'Database: sqlite, or postgres://user@host/database?sslmode=verify-full without the password',
    usual: 'sqlite',
  },
  {
    name: 'databasePasswordFile',
    message: 'File with the password of the database; leave empty to type it',
    isOptional: true,
    check: isFile,
    when: WITH_POSTGRES,
  },
  {
    name: 'databasePassword',
    message: 'Password of the database; leave empty if it needs none',
    isSecret: true,
    isOptional: true,
    when: unlessIn('databasePasswordFile', WITH_POSTGRES),
  },
  {
    name: 'revocationList',
    message:
      'File of the list of revoked attestation keys (https://android.googleapis.com/attestation/status)',
    usual: 'status.json',
    when: WITH_ISSUER,
  },
  { name: 'signIn', message: 'Address at which people sign in, https://…', check: isSecureOrigin },
  ...ORGANISATION,
];
