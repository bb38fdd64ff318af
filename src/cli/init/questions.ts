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
  readonly when?: (answers: Answers) => boolean;
}

export interface Answers {
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

const isToken = ({ custody }: Answers) => custody === 'pkcs11';
const isPostgres = ({ database }: Answers) => database !== undefined && database !== 'sqlite';

const hasOrganisation = ({ organisation }: Answers) => organisation !== undefined;

/** How operators sign in. */
const ORGANISATION: readonly Question[] = [
  {
    name: 'organisation',
    message:
      'Issuer of your OpenID provider, by which operators sign in (https://…); leave empty for accounts of this server',
    isOptional: true,
  },
  { name: 'organisationName', message: 'Its name on the sign-in page', when: hasOrganisation },
  {
    name: 'organisationClient',
    message: 'Client id of this server at the provider',
    when: hasOrganisation,
  },
  {
    name: 'organisationSecretFile',
    message: 'File with the client secret; leave empty to type it',
    isOptional: true,
    when: hasOrganisation,
  },
  {
    name: 'organisationSecret',
    message: 'Client secret',
    isSecret: true,
    when: (answers) => hasOrganisation(answers) && !answers.organisationSecretFile,
  },
  {
    name: 'organisationTenant',
    message:
      'Claim that only your accounts have, such as hd=agency.example; leave empty if only your people have accounts there',
    isOptional: true,
    when: hasOrganisation,
  },
  {
    name: 'organisationRole',
    message: 'Roles by claims, such as groups=mdl-viewers:viewer; several with commas',
    when: hasOrganisation,
  },
  {
    name: 'organisationStrong',
    message:
      'What the provider says after strong authentication, such as acr=phrh; approvers and administrators need it, others may leave it empty',
    isOptional: true,
    when: hasOrganisation,
  },
];

/** In the order in which they are asked. */
export const QUESTIONS: readonly Question[] = [
  { name: 'issuerId', message: 'Issuer id from the onboarding with the wallet platform' },
  { name: 'issuerName', message: 'Name of the organisation, for certificates' },
  { name: 'country', message: 'Country, two capital letters', usual: 'US' },
  { name: 'certificateUri', message: 'Web address for certificates and revocation lists, https://…' },
  {
    name: 'tls',
    message: 'Where does TLS end: at this server (files), or at a proxy on this machine (proxy)?',
    choices: ['files', 'proxy'],
  },
  { name: 'certificate', message: 'File of the certificate chain (PEM)', when: ({ tls }) => tls === 'files' },
  { name: 'key', message: 'File of its private key (PEM)', when: ({ tls }) => tls === 'files' },
  {
    name: 'proxy',
    message: 'Address of the proxy that passes on client certificates',
    usual: '127.0.0.1',
    when: ({ tls }) => tls === 'proxy',
  },
  {
    name: 'caller',
    message:
      'Client certificate of the wallet platform (a PEM file), or its pin (SHA-256 of the key in base64); several with commas',
  },
  {
    name: 'custody',
    message: 'Where are private keys: in a PKCS#11 token (pkcs11), or in files that can be copied (files)?',
    choices: ['pkcs11', 'files'],
  },
  { name: 'module', message: 'PKCS#11 module (a .so file)', when: isToken },
  { name: 'tokenLabel', message: 'Label of the token', when: isToken },
  {
    name: 'tokenPinFile',
    message: 'File with the PIN of the token; leave empty to type it',
    isOptional: true,
    when: isToken,
  },
  {
    name: 'tokenPin',
    message: 'PIN of the token',
    isSecret: true,
    when: (answers) => isToken(answers) && !answers.tokenPinFile,
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
    when: isPostgres,
  },
  {
    name: 'databasePassword',
    message: 'Password of the database; leave empty if it needs none',
    isSecret: true,
    isOptional: true,
    when: (answers) => isPostgres(answers) && !answers.databasePasswordFile,
  },
  {
    name: 'revocationList',
    message:
      'File of the list of revoked attestation keys (https://android.googleapis.com/attestation/status)',
    usual: 'status.json',
  },
  { name: 'signIn', message: 'Address at which people sign in, https://…' },
  ...ORGANISATION,
];
