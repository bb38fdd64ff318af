import { ROLES, type Role } from '../../accounts/permissions.ts';
import { organisationCallback } from '../../http/oauth/paths.ts';
import { UsageError } from '../cli-errors.ts';
import type { Answers } from './questions.ts';
import { quoted, type Secret } from './secret.ts';

/** In addresses and in the audit log. */
const ID = 'organisation';

const SECRET = 'secrets/organisation.secret';

interface Claim {
  readonly claim: string;
  readonly value: string;
}

/** @throws UsageError */
function claimIn(option: string, text: string): Claim {
  const [, claim, value] = /^([^=]+)=(.+)$/.exec(text.trim()) ?? [];
  if (claim !== undefined && value !== undefined) return { claim, value };
  throw new UsageError(`${option} must be a claim and its value, such as hd=agency.example`);
}

const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

/** @throws UsageError */
function roleIn(text: string): Claim & { readonly role: Role } {
  const [, claim = '', role = ''] = /^(.+):(\w+)$/.exec(text.trim()) ?? [];
  if (isRole(role)) return { ...claimIn('--organisation-role', claim), role };
  throw new UsageError(
    `--organisation-role must be a claim, its value and ${ROLES.join(', ')}, such as groups=mdl-viewers:viewer`,
  );
}

const flow = (members: Readonly<Record<string, string>>) =>
  `{ ${Object.entries(members)
    .map(([name, text]) => `${name}: ${quoted(text)}`)
    .join(', ')} }`;

/** Passkeys need a name of the operators' console, which only the operator can choose. */
const LOCAL_ACCOUNTS = [
  '# Operators have accounts of this server, with passwords. With these lines each of them must register a passkey, and',
  "# those of administrators stay on one device. The operators' console needs a name for that: docs/operate/passkeys.md.",
  '# users: { passkeyDomain: free.example, passkeys: required, deviceBoundAdministrators: true }',
  '# console: { names: [console.free.example] }',
] as const;

/** How operators sign in: by an organisation, or with accounts of this server. */
export function organisation(answers: Answers): {
  readonly lines: readonly string[];
  readonly secrets: readonly Secret[];
} {
  const { organisation: issuer, organisationSecretFile, organisationSecret } = answers;
  if (issuer === undefined) return { lines: LOCAL_ACCOUNTS, secrets: [] };
  const { organisationTenant, organisationRole = '', organisationStrong } = answers;
  const tenant = organisationTenant && claimIn('--organisation-tenant', organisationTenant);
  const strong = organisationStrong && claimIn('--organisation-strong', organisationStrong);
  const valuesOf = ({ claim, value }: Claim) => `{ claim: ${quoted(claim)}, values: [${quoted(value)}] }`;
  const lines = [
    '# Operators sign in by the provider of the organisation: docs/operate/sign-in.md. The admin token does not work then.',
    'signIn:',
    '  organisations:',
    `    - id: ${ID}`,
    `      name: ${quoted(answers.organisationName)}`,
    `      issuer: ${quoted(issuer)}`,
    `      clientId: ${quoted(answers.organisationClient)}`,
    `      clientSecretFile: ${quoted(organisationSecretFile ?? SECRET)}`,
    tenant ? `      tenant: ${valuesOf(tenant)}` : '      servesOneOrganisation: true',
    '      roles:',
    ...organisationRole.split(',').map((text) => `        - ${flow({ ...roleIn(text) })}`),
    ...(strong ? [`      strong: ${valuesOf(strong)}`] : []),
    '',
  ];
  const secrets =
    organisationSecretFile === undefined ? [{ name: SECRET, text: `${organisationSecret}\n` }] : [];
  return { lines, secrets };
}

/** What to register at the provider; undefined without one. */
export const redirectUriOf = ({ organisation, signIn = '' }: Answers): string | undefined =>
  organisation === undefined ? undefined : organisationCallback(signIn.replace(/\/$/, ''), ID);
